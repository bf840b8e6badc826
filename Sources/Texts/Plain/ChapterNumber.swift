/// Numbers of chapters: `12`, `XIV`, `twenty-one`, `einundzwanzigstes`, `первая`.
enum ChapterNumber {
    /// - Parameter word: in small letters, without marks at its ends.
    static func isOne(_ word: Substring) -> Bool {
        guard !word.isEmpty, word.utf8.count <= 60 else { return false }
        if word.allSatisfy(\.isNumber) || isRoman(word) || isOrdinal(word) || isLetter(word) { return true }
        return word.split(separator: "-").allSatisfy { words.contains($0) || isCompound($0) }
    }

    /// `XIV` as it is written, and not `civil` or `mild`.
    private static func isRoman(_ word: Substring) -> Bool {
        guard word.utf8.count <= 12 else { return false }
        var rest = word.utf8[...]
        func take(_ one: Character, _ five: Character?, _ ten: Character?) {
            guard let one = one.asciiValue else { return }
            for pair in [ten, five].compactMap(\.?.asciiValue) where rest.starts(with: [one, pair]) {
                rest = rest.dropFirst(2)
                return
            }
            if let five = five?.asciiValue, rest.first == five { rest = rest.dropFirst() }
            for _ in 0..<4 where rest.first == one { rest = rest.dropFirst() }
        }
        take("m", nil, nil)
        take("c", "d", "m")
        take("x", "l", "c")
        take("i", "v", "x")
        return rest.isEmpty
    }

    /// `1st`, `2ª`, `3e`, `21-я`
    private static func isOrdinal(_ word: Substring) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return false }
        return endings.contains(word[digits.endIndex...])
    }

    /// Letters that count chapters in Greek and Hebrew.
    private static func isLetter(_ word: Substring) -> Bool {
        word.unicodeScalars.count <= 4
            && word.unicodeScalars.allSatisfy {
                (0x3B1...0x3C9).contains($0.value) || "΄΄'ʹ΄’".unicodeScalars.contains($0)
            }
            || word.unicodeScalars.count <= 4
                && word.unicodeScalars.allSatisfy {
                    (0x5D0...0x5EA).contains($0.value) || "׳״'\"".unicodeScalars.contains($0)
                }
    }

    /// Words such as `einundzwanzigstes`, `ventuno`, `eenentwintig`, `tjugoett`, made of words for numbers.
    private static func isCompound(_ word: Substring) -> Bool {
        let bytes = Array(word.utf8)
        guard bytes.count <= 40 else { return false }
        // At which places a number may end.
        var ends = Set([0])
        for place in bytes.indices where ends.contains(place) {
            for part in parts where bytes[place...].starts(with: part) { ends.insert(place + part.count) }
        }
        let rests = ends.filter { $0 > 0 }.map { bytes[$0...] }
        return rests.contains { rest in rest.isEmpty || suffixes.contains { rest.elementsEqual($0) } }
    }

    private static let endings: Set<Substring> = [
        "st", "nd", "rd", "th", "º", "ª", "°", "e", "er", "ère", "ème", "re", "te", "ste", "tes", "stes", "-я", "-й",
        "-а", "-е", ":a",
        "a", "-ая",
    ]

    private static let suffixes = [
        "ste", "stes", "ster", "tes", "te", "ter", "de", "esimo", "esima", "nde", "ième", "ste", "th",
    ].map { Array($0.utf8) }

    /// German, Dutch, Italian, the languages of the north, Hungarian.
    private static let parts: [[UInt8]] = [
        "ein", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sech", "sieben", "sieb", "acht", "neun", "zehn", "elf",
        "zwölf", "zwanzig",
        "dreißig", "dreissig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig", "hundert", "und",
        "een", "twee", "drie",
        "vijf", "zes", "zeven", "negen", "tien", "twaalf", "dertien", "veertien", "twintig", "dertig", "veertig",
        "vijftig", "zestig",
        "zeventig", "tachtig", "negentig", "honderd", "en", "ën", "venti", "vent", "trenta", "trent", "quaranta",
        "quarant", "cinquanta",
        "cinquant", "sessanta", "settanta", "ottanta", "novanta", "cento", "uno", "un", "due", "tre", "tré", "quattro",
        "cinque", "sei",
        "sette", "otto", "nove", "ett", "en", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tjugo",
        "trettio", "fyrtio",
        "femtio", "to", "fire", "seks", "sytten", "syv", "åtte", "ni", "tjue", "tretti", "førti", "femti", "huszon",
        "tizen", "harminc",
        "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc", "első", "adik", "edik", "ödik",
    ].map { Array($0.utf8) }

    private static let words: Set<Substring> = Set(
        """
        one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
        thirty forty fifty sixty seventy eighty ninety hundred first second third fourth fifth sixth seventh eighth ninth tenth eleventh
        twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth last
        uno una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve
        veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta cuarenta
        cincuenta primero primera primer segundo segunda tercero tercera tercer cuarto cuarta quinto quinta sexto sexta séptimo séptima
        octavo octava noveno novena décimo décima undécimo duodécimo decimotercero vigésimo último última
        premier première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième
        vingtième dernier dernière un une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt
        trente quarante cinquante soixante et
        eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn erstes zweites drittes viertes fünftes sechstes siebentes
        siebtes achtes neuntes zehntes elftes zwölftes letztes erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte letzte
        erster zweiter dritter vierter fünfter letzter
        due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove
        venti trenta primo prima secondo seconda terzo terza quarto quarta sesto settimo ottavo nono decimo undicesimo dodicesimo ultimo
        um uma dois duas três quatro sete oito nove dez onze doze treze catorze quinze dezesseis dezasseis dezessete dezoito dezenove vinte
        primeiro primeira terceiro terceira sétimo oitavo nono último
        een twee drie vier vijf zes zeven acht negen tien twaalf dertien veertien vijftien eerste tweede derde vierde vijfde zesde zevende
        achtste negende tiende elfde twaalfde laatste
        ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo första andra tredje
        fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte en to fire fem seks syv otte åtte ni ti elleve tolv tretten fjorten
        femten seksten sytten atten nitten tyve tjue første anden annen tredje fjerde sjette syvende ottende åttende niende tiende
        yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen ensimmäinen toinen kolmas neljäs viides kuudes seitsemäs
        jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście pierwszy pierwsza drugi druga trzeci trzecia
        czwarty czwarta piąty piąta szósty szósta siódmy siódma ósmy ósma dziewiąty dziewiąta dziesiąty dziesiąta jedenasty dwunasty
        dwudziesty dwudziesta ostatni
        první druhá druhý třetí čtvrtá čtvrtý pátá pátý šestá šestý sedmá sedmý osmá osmý devátá devátý desátá desátý jedenáctá dvanáctá
        dvacátá jedna dva tři čtyři pět šest sedm osm devět deset poslední prvá tretia štvrtá piata
        első második harmadik negyedik ötödik hatodik hetedik nyolcadik kilencedik tizedik utolsó
        unu doi trei patru cinci șase sapte opt nouă zece întâi prima doua treia
        один одна два две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать
        шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят первая первый вторая второй третья третий
        четвертая четвёртая четвертый пятая пятый шестая шестой седьмая седьмой восьмая восьмой девятая девятый десятая десятый одиннадцатая
        двенадцатая тринадцатая четырнадцатая пятнадцатая шестнадцатая семнадцатая восемнадцатая девятнадцатая двадцатая тридцатая последняя
        перша перший друга другий третя третій четверта п’ята шоста сьома восьма дев’ята десята
        първа втора трета четвърта пета шеста седма осма девета десета
        πρώτο πρώτος δεύτερο τρίτο τέταρτο πέμπτο έκτο έβδομο όγδοο ένατο δέκατο
        bir iki üç dört beş altı yedi sekiz dokuz on birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu
        الأول الأولى الثاني الثانية الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر اول دوم سوم چهارم پنجم ششم هفتم هشتم نهم دهم
        ראשון שני שלישי רביעי חמישי שישי שביעי שמיני תשיעי עשירי
        """.split { $0 == " " || $0 == "\n" })
}

extension Substring {
    /// Without marks at its ends, such as the stop of `I.`
    var trimmingMarks: Substring {
        func isMark(_ character: Character) -> Bool { ".,:;—–-_*()[]".contains(character) }
        let front = drop(while: isMark)
        return front.lastIndex { !isMark($0) }.map { front[...$0] } ?? ""
    }
}
