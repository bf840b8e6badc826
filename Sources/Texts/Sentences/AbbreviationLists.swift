/// Abbreviations of a language, in small letters and without the full stop at the end, a blank between two of them.
struct AbbreviationList {
    /// Something always follows: `Dr.`, `z. B.`
    var inside = ""
    /// A name or a number follows, or the sentence is over: `St.`, `Dez.`, `Mio.`
    var names = ""
    /// A sentence may end with it: `etc.`, `p. m.`
    var ends = ""
    /// Elsewhere it is a word: `no. 5`, `art. 5`.
    var numbers = ""
    /// A number or a small letter follows: `chap. 5`, `et al. 2020`.
    var both = ""

    /// Of languages that have a voice, by the first part of their tags.
    static let all: [String: AbbreviationList] = [
        "en": AbbreviationList(
            inside:
                "dr mr mrs ms messrs mmes prof rev gen col lt maj capt cmdr sgt cpl hon gov rep gens cols vs e.g "
                + "i.e eg ie cf fig figs eq eqs vol vols pp approx dept viz mt",
            names: "st sen ft jan feb apr aug sept oct nov dec ave blvd rd univ assn tues thurs ph.d supt",
            ends: "p.m a.m etc jr sr inc ltd corp bros esq et.al min hrs yrs lbs oz",
            numbers: "no nos art ext sec",
            both: "al ex cit ibid ed eds op secs ch chap tel jun jul pt par para est repr"),
        "de": AbbreviationList(
            inside:
                "dr prof z.b d.h u.a bzw ca nr hr fr frl abb bd bde evtl ggf ggfs inkl exkl vgl dipl dr.med "
                + "dr.phil dr.jur dr.ing med phil jur geb gest verh fa zzgl zz bez betr i.d.r i.a i.allg z.t z.zt "
                + "z.z u.ä o.ä o.g s.o s.u m.e m.a.w u.u a.d v.a d.i lt gem ev kath hl st st.-nr str sen rev allg "
                + "bspw hrsg bes ehem einschl entspr gegr insb insbes jährl mind mdl monatl röm sog sogen stellv "
                + "tägl ugs ursprgl verw vorm wiss zus rd gen",
            names: "mio mrd jan feb apr aug sept okt nov dez mo mi do fr sa v.chr n.chr gmbh e.v i.b fam tsd",
            ends: "usw etc u.s.w u.s.f usf u.v.m u.dgl dgl u.dergl ff resp jr",
            numbers: "art abs tab mar so",
            both: "al ex cit ebd ed op kap ziff anm tel jun jul s f aufl ausg jh jhdt min sek std"),
        "fr": AbbreviationList(
            inside:
                "mm mme mmes mlle mlles mgr dr dre pr me env p.ex cf fig vol av apr ap boul bd bld chap éd st ste "
                + "gén lt sgt cdt",
            names: "janv févr avr juil sept oct nov déc j.-c f cap col adj",
            ends: "etc p.m a.m r.s.v.p s.v.p cie",
            numbers: "no nos art",
            both: "al ibid op cit p pp tél t num hab éd coll trad arr min sec"),
        "es": AbbreviationList(
            inside:
                "dr dra dres dras sr sra sres sras srta srtas d dña ud uds vd vds prof profa lic ing arq gral "
                + "cnel tte sgto pág págs núm núms ej p.ej sig av avda ctra mons ilmo ilma excmo excma rvdo dto "
                + "dpto fig aprox mt máx mín sta sto fdo admón gob",
            names: "ene feb abr ago sept oct nov dic mié jue vie ee.uu jr",
            ends: "etc a.c d.c a.m p.m cía s.a s.l hnos",
            numbers: "no art cap mar may lun sáb dom nos",
            both: "al ed op cit ibid tel jun jul párr párrf parr cra vol min seg km ext izq dcha"),
        "it": AbbreviationList(
            inside:
                "sig sigg sig.ra sig.na sigra dott dott.ssa dr prof prof.ssa avv ing geom arch rag on sen mons "
                + "egr gent spett gen col cap magg ten serg ecc.mo ill.mo p.es ad.es es fig pag pagg n nr vol artt "
                + "psicol dir tel d.ssa cav comm amm uff st",
            names: "genn febbr apr magg giu lug ag sett ott nov dic gen feb",
            ends: "ecc etc a.c d.c s.p.a s.r.l",
            numbers: "art cap mar lun mer gio ven sab dom set no",
            both: "al ed op cit ibid min sec cfr"),
        "pt": AbbreviationList(
            inside:
                "sr sra srs sras srta dr dra drs prof profa profª eng arq d dna exmo exma ilmo av r tel pág págs "
                + "fig núm n.º ex p.ex cap cel gen ten sgt vs aprox séc st sto sta",
            names: "jan fev abr ago out nov dez seg ter qua qui sex sáb",
            ends: "etc cia ltda s.a a.c d.c a.m p.m jr",
            numbers: "art mar mai set dom no",
            both: "al ed op cit ibid jun jul vol min"),
        "nl": AbbreviationList(
            inside:
                "dhr mevr mw mej dr drs ir ing prof mr ds jhr st bijv bv d.w.z dwz m.a.w m.b.t m.n n.a.v o.a "
                + "o.l.v t.a.v t.o.v t.w.v z.g zgn zg ca nr nrs blz vgl evt incl excl afb resp i.p.v i.v.m a.h.v "
                + "v.d v.h",
            names: "jan feb apr aug sept okt nov dec mln mld v.chr n.chr ca",
            ends: "enz etc e.d e.a n.v b.v jr sr v.l.n.r aanw vnw",
            numbers: "art no",
            both: "al ed op cit ibid jun jul tel hfst dl p min sec"),
        "da": AbbreviationList(
            inside:
                "dr hr fr frk prof f.eks bl.a d.v.s dvs ca nr kl skt st pga p.g.a m.h.t mht vedr evt inkl ekskl "
                + "jf jvf fx cand stk bd fig afd pkt vha",
            names: "jan feb febr apr aug sept okt nov dec mio mia f.kr e.kr",
            ends: "osv m.m m.v m.fl mv mm etc o.l jr a.m.b.a",
            numbers: "art no",
            both: "al ed op cit tlf tel jun jul s kap udg årg min sek"),
        "nb": norwegian, "no": norwegian, "nn": norwegian,
        "sv": AbbreviationList(
            inside:
                "dr hr fr prof t.ex bl.a d.v.s dvs ca nr kl s.k p.g.a pga resp inkl exkl jfr jämför m.a.o fr.o.m "
                + "t.o.m o.s v.g st sid fig kap fil tf f.d",
            names: "jan feb febr apr aug sept okt nov dec milj mkr f.kr e.kr",
            ends: "osv o.s.v m.m mm m.fl etc o.d d.y d.ä",
            numbers: "no art",
            both: "al ed op cit tel jun jul uppl årg min sek"),
        "fi": AbbreviationList(
            inside: "esim ks vrt mm ns tri prof toht maist n noin nk ent synt nro puh ts",
            names: "milj mrd ekr jkr eaa jaa",
            ends: "jne ym yms yo",
            both: "klo s luk min sek"),
        "pl": AbbreviationList(
            inside:
                "dr hab prof inż mgr gen płk kpt por ks św p np tj tzn tzw m.in al pl os nr im ur zm red dot ww "
                + "wg gł woj pow gm lek mec szer zob późn bł abp bp o.o sp",
            names: "ul mln mld tys stycz lut kwiet sierp wrz paźdz listop grudz n.e p.n.e w r",
            ends: "itd itp etc r.p s.a",
            both: "godz min sek str s rozdz t tel tab rys art ust pkt poz wyd"),
        "cs": AbbreviationList(
            inside:
                "dr mgr ing mudr judr phdr rndr prof doc p sl pí sv např tzv tj atp mj resp popř příp č čís ul "
                + "nám str gen plk kpt por vl viz zvl cca p.t",
            names: "mil mld tis led ún břez dub květ srp září říj list pros n.l př.n.l st",
            ends: "atd apod aj s.r.o a.s",
            both: "hod min sek s kap obr tab odst roč tel"),
        "sk": AbbreviationList(
            inside:
                "dr mgr ing mudr judr phdr prof doc p sl sv napr tzv t.j tj resp príp č ul nám str gen plk kpt "
                + "por pozri",
            names: "mil mld tis jan feb apr aug sept okt nov dec n.l pr.n.l st",
            ends: "atď atd a.i s.r.o a.s apod a.pod",
            both: "hod min s kap obr tab ods roč tel"),
        "hr": southSlavic, "sr": southSlavic, "bs": southSlavic,
        "sl": AbbreviationList(
            inside: "dr prof mag g ga gdč npr t.i tj oz sv ul št gl inž ing doc ur pribl",
            names: "jan feb apr avg sept okt nov dec mio mrd n.š",
            ends: "itd ipd itn d.o.o d.d",
            both: "str tel pogl"),
        "ro": AbbreviationList(
            inside: "dl d-l dna d-na dlui dr prof ing av str bd nr pag pg fig sf gen col mr lt cpt ex d.ex cca loc"
                + "jud",
            names: "ian feb apr aug sept oct noi dec mil mld î.hr d.hr",
            ends: "etc ș.a ş.a s.a s.r.l ș.a.m.d",
            numbers: "art",
            both: "al cap ed op cit tel vol"),
        "hu": AbbreviationList(
            inside: "dr prof id ifj özv pl ill ún kb stb.a sz st vö ld u tkp gr",
            names: "jan febr márc ápr aug szept okt nov dec",
            ends: "stb kft rt zrt nyrt i.e i.sz",
            both: "old tel jún júl bek fej köt"),
        "tr": AbbreviationList(
            inside: "dr prof doç av müh sn yrd öğr alb yzb gen bkz örn no cad sok mah apt hz yy",
            names: "oca şub nis ağu eyl eki kas ara m.ö m.s",
            ends: "vb vs vd ltd şti a.ş",
            both: "tel s sf böl cilt"),
        "ca": AbbreviationList(
            inside: "sr sra srta dr dra prof pàg pàgs núm p.ex av c ctra st sta mn il·lm tel aprox",
            names: "gen febr abr set oct nov des",
            ends: "etc a.c d.c s.a",
            numbers: "art",
            both: "cap ed vol op cit min"),
        "el": AbbreviationList(
            inside: "κ κα κκ δρ καθ π.χ δηλ βλ πρβλ αρ τηλ στρ αγ οδ λεωφ σελ τ τόμ",
            names: "ιαν φεβ μαρ απρ ιουν ιουλ αυγ σεπτ οκτ νοε δεκ εκατ π.χρ μ.χρ",
            ends: "κ.λπ κλπ κ.ά κ.ο.κ μ.μ π.μ μ.χ α.ε κ.τ.λ",
            both: "κεφ εκδ άρθ"),
        "ru": AbbreviationList(
            inside:
                "проф д-р др акад доц инж г-н г-жа гр тов т.е т.н т.к т.наз напр см ср ул пр просп пер пл бул наб "
                + "пос пгт дер обл р-н оз о-в св св-в ген полк подп кап лейт маршал гл зам зав ред илл рис табл ок "
                + "бывш греч лат англ нем фр франц ит исп яз нар изд-во кв корп стр с",
            names: "им янв февр фев апр авг сент сен окт нояб дек тыс млн млрд г гг в вв н.э до.н.э",
            ends: "т.д т.п пр др т.д.и.т.п долл дол руб коп куб.м кв.м у.е проч",
            both: "гл разд п пп ч т тт вып изд тел час мин сек ст"),
        "uk": AbbreviationList(
            inside:
                "проф д-р акад доц інж п тов т.зв т.ч напр див пор вул просп пров пл бул смт обл р-н св ген полк "
                + "гл зам зав ред рис табл бл колиш грец лат англ нім франц буд кв корп о с",
            names: "ім січ лют бер квіт трав черв лип серп верес жовт листоп груд тис млн млрд р рр ст н.е до.н.е м",
            ends: "т.д т.п ін грн коп",
            both: "розд ч т вип вид тел год хв сек стор"),
        "be": AbbreviationList(
            inside: "праф д-р акад вул пр-т зав напр гл рэд св",
            names: "тыс млн млрд г гг ст н.э",
            ends: "г.д т.п інш руб",
            both: "разд ч т тэл"),
        "bg": AbbreviationList(
            inside: "проф д-р доц инж акад г-н г-жа ул бул пл гр с св напр т.е т.нар вж ген полк кап чл ал",
            names: "ян февр апр авг септ окт ноем дек хил млн млрд г г-жо р пр.хр сл.хр обл",
            ends: "т.н и.др др лв ст",
            both: "гл ч том тел стр час мин"),
        "kk": AbbreviationList(
            inside: "б.з.б проф акад мыс",
            names: "млн млрд ж жж ғ",
            ends: "т.б т.с.с",
            both: "б тел"),
        "eo": AbbreviationList(
            inside: "s-ro s-ino d-ro prof ekz t.e t.n n-ro",
            ends: "ktp k.t.p k.s ks",
            both: "p ĉap"),
        "lv": AbbreviationList(
            inside: "dr prof piem t.i t.s sk plkst nr",
            ends: "u.c utt u.tml",
            both: "lpp nod tālr"),
        "lt": AbbreviationList(
            inside: "dr prof pvz t.y žr p doc inž gen vad g",
            names: "mln mlrd tūkst m",
            ends: "kt t.t pan",
            both: "psl sk tel"),
        "et": AbbreviationList(
            inside: "dr prof nt st s.t hr pr u lk nr vrd",
            names: "mln mld e.m.a m.a.j",
            ends: "jne jms jt",
            both: "ptk tel"),
    ]

    private static let norwegian = AbbreviationList(
        inside:
            "dr hr fr frk prof f.eks bl.a d.v.s dvs ca nr kl st pga p.g.a mht vedr evt inkl ekskl jf jfr cand "
            + "stk bd fig s.k ang iflg",
        names: "jan feb febr apr aug sept okt nov des mill mrd f.kr e.kr",
        ends: "osv m.m m.v m.fl mv mm etc o.l jr",
        numbers: "art no",
        both: "al ed op cit tlf tel jun jul s kap utg årg min sek")

    private static let southSlavic = AbbreviationList(
        inside: "dr prof mr ing inž npr tj tzv sv ul br gđa gđica gosp gen puk čl usp v",
        names: "sij velj ožuj trav svib lip srp kol ruj list stud pros mil mlrd n.e pr.n.e god st",
        ends: "itd i.sl isl i.dr d.o.o d.d",
        both: "str tel pogl")

    /// Which of them is a word in another language, in small letters: where nobody says which language it is, it ends a sentence.
    static let words: Set<String> = Set(
        ("fa do so mi sa fr mo art no nos mar may mai set dom lun mer gen col rep sen hon op al ed ex est ad "
            + "es on par sec min son fig cap med ag ten ap me ur im os w r s p v u o n m d c e f t pt por sl st or "
            + "tri en ent puh list dub lip trav dot red sp zus bes mind ara kas eki vad kt gl comm rag is ter sex "
            + "seg out rd mm ns ts yo od arch ste hat lek str var ms cal bel alb ill ld id kol led pan mil vs rid")
            .split(separator: " ").map(String.init))
}
