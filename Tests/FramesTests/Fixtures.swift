import Foundation

/// Small picture files of every kind, made by another program's encoders.
///
/// "Formula" pictures are 5x3 pixels of red `50x`, green `100y`, blue `200 - 10x`, alpha `255 - 60y`.
/// "Halves" are 16x12, left half (200, 100, 60), right half (40, 100, 220).
enum Fixtures {
    /// Formula, 16 bits a channel.
    static let sixteenBit = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAUAAAADEAYAAAALphm7AAAAWElEQVR42h2MoQFEUQjDmImZugsboNFoNKamW3HvX2zTmD2kO3ez
        3TvAbOYu06z7TjKrunsaIJHuwC6JxwyZCXSTElBF/ntShLu0G/HdZiIype6Ib62K+AE7gUNjlf+k4AAAAABJRU5ErkJggg==
        """)

    /// Formula, Adam7.
    static let interlaced = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAYAAAEsMfVuAAAAPklEQVR42g3HoQEAMQgEwa2Jmq4XOohGR6NjMNcV/+MG8GJqEb3/
        nHKnXUnw9nCX8MvjmyBP6I3Uc3THqvkAJ9YhspRod9oAAAAASUVORK5CYII=
        """)

    /// 5x3, entry `i = (x + y) % 4` is (60i, 20i, 255 - 60i) with alpha 85i.
    static let palette = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAUAAAADAgMAAAAmWC1rAAAADFBMVEUAAP88FMN4KIe0PEsvS7tDAAAABHRSTlMAVar/oA4xLwAA
        ABFJREFUeNpjkGZgyHFg2NgAAAXfAfnc5i5nAAAAAElFTkSuQmCC
        """)

    /// 5x3, four bits a pixel, gray `17 * ((3x + y) % 16)`.
    static let gray = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAUAAAADBAAAAAC7rXclAAAAFElEQVR42mNgzjzAIFJ1gUG1+wEAFOQEG6+QPogAAAAASUVORK5C
        YII=
        """)

    /// Halves.
    static let jpeg = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU
        FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
        FBQUFBQUFBT/wAARCAAMABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABwT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA
        FgEBAQEAAAAAAAAAAAAAAAAACAkH/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AnY4RoyUeAcmpwnwMlHgHf//Z
        """)

    /// Halves.
    static let progressiveJPEG = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU
        FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
        FBQUFBQUFBT/wgARCAAMABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABgP/xAAWAQEBAQAAAAAAAAAAAAAAAAAHCAb/
        2gAMAwEAAhADEAAAAZ41GMUeBp5wfDFHgf8A/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABBQIf/8QAFBEBAAAAAAAAAAAA
        AAAAAAAAIP/aAAgBAwEBPwEf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPwEf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/a
        AAgBAQAGPwIf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPyEf/9oADAMBAAIAAwAAABB9/wD/xAAUEQEAAAAAAAAAAAAA
        AAAAAAAg/9oACAEDAQE/EB//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/EB//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oA
        CAEBAAE/EB//2Q==
        """)

    /// 8x8 of gray 120.
    static let grayJPEG = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU
        FRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAI
        AQEAAD8AKf/Z
        """)

    /// 8x8 of full cyan and a fifth of black, marked as Adobe does.
    static let cmykJPEG = bytes(
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK
        CgYICwwLCgwJCgoK/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAkK/8QAFBABAAAAAAAAAAAAAAAA
        AAAAAP/aAA4EQwBNAFkASwAAPwCf8/h/CYP/2Q==
        """)

    /// 4x4, three frames.
    static let animatedWebP = bytes(
        """
        UklGRrIAAABXRUJQVlA4WAoAAAACAAAAAwAAAwAAQU5JTQYAAAAAAAAAAABBTk1GJgAAAAAAAAAAAAMAAAMAAGQAAAJWUDhMDgAA
        AC8DwAAABxAR/Q9ERP8DQU5NRigAAAAAAAAAAAADAAADAABkAAAAVlA4TA8AAAAvA8AAAAcQhYr+ByKi/wEAQU5NRigAAAAAAAAA
        AAADAAADAABkAAAAVlA4TA8AAAAvA8AAAAcQBY3+ByKi/wEA
        """)

    /// Formula.
    static let losslessWebP = bytes(
        """
        UklGRlQAAABXRUJQVlA4TEgAAAAvBIAAEHcgEEjyZxhoRIFAMlP+DDMRadscz7+oKyomyLYp2ABv/dAPAHCb4zhOLQAAmIpk472H
        XyOLUrKoJItgEf2Par/PnQA=
        """)

    /// Halves, the lower half with alpha 128.
    static let lossyWebP = bytes(
        """
        UklGRnIAAABXRUJQVlA4WAoAAAAQAAAADwAACwAAQUxQSBMAAAABD/DA/4iIIBZM8pfuG0NE/zNOAFZQOCA4AAAA8AEAnQEqEAAM
        AADAEiWgAnS6AfgABEwAAP7u5H/+Ys1/7O7+rtvTu/+tg//xlT12f4yp+rgAAAA=
        """)

    static let stills = [
        sixteenBit, interlaced, palette, gray, jpeg, progressiveJPEG, grayJPEG, cmykJPEG, losslessWebP, lossyWebP,
    ]

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
