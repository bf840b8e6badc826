import Testing

/// Tests in tmux run one after the other, so that they neither fight for the processor nor starve other tests.
@Suite(.serialized) struct InTmux {}
