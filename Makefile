# `make demo` and `make test` are the two to know; each installs first what is missing (see scripts/deps).

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

# Undeclared imports are an error: without this an incremental build lets them through.
STRICT = --explicit-target-dependency-import-check error
SOURCES = Sources Tests Fuzz Package.swift
RELEASE = .build/release/cameo
# The built-in voice, a program of its own under the GPL.
VOICE = .build/release/cameo-espeak

ifeq ($(shell uname -s),Darwin)
# Homebrew's headers and libraries are not where the compiler looks; ncurses, jpeg-turbo, libarchive and icu4c are not linked there.
BREW := $(shell brew --prefix 2>/dev/null)
BREW_DIRS = $(BREW) $(BREW)/opt/ncurses $(BREW)/opt/jpeg-turbo $(BREW)/opt/libarchive $(BREW)/opt/icu4c
PLATFORM = $(foreach d,$(BREW_DIRS),-Xcc -I$(d)/include -Xlinker -L$(d)/lib)
else
# So that the installed program runs where Swift is not installed. Nobody looks up its 44,000 names while it runs: 2 MB less of them in
# memory.
STATIC = --static-swift-stdlib -Xlinker --no-export-dynamic
# Relative relocations packed to 30 KB: 3 MB less that the loader reads at every start and that stay in memory. The C library knows
# them since 2.36.
ifeq ($(shell printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2)" | sort -V | head -n 1),2.36)
STATIC += -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
# What the demo calls lies side by side: 10 MB less of the program are in memory.
STATIC += -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections
STATIC += -Xlinker --symbol-ordering-file=$(CURDIR)/bench/functions.txt -Xlinker --no-warn-symbol-ordering
endif
endif

# One thing at a time: SwiftPM uses all cores itself, and two of its runs wait for each other's lock.
.NOTPARALLEL:
.PHONY: help deps build release demo cameo-bench test shipped quick asan tsan check lint format cases house fuzz bench mutants healthy functions assets raise
.PHONY: reference pictures install uninstall clean

help:
	@echo 'make demo      build the release and watch the bundled avatar talk'
	@echo 'make test      run all tests'
	@echo 'make shipped   run the tests of commands with the release as it ships'
	@echo 'make quick     run the tests of the pure modules and of the rules between modules'
	@echo 'make asan      run all tests with the address sanitizer; make tsan: with the thread sanitizer'
	@echo 'make check     what CI runs: lint, tests with the import rules, cases'
	@echo 'make cases     faults and cases that have no test yet'
	@echo 'make house     measure files, types and functions against their limits'
	@echo 'make fuzz      run the fuzzers on random input, FUZZ_SECONDS=$(FUZZ_SECONDS) for each exercise (docs/inside/fuzzing.md)'
	@echo 'make bench     tables of docs/inside/benchmarks.md, on this machine'
	@echo 'make mutants   how many of 1,000 faults by chance cameo check finds (docs/inside/check-proof.md)'
	@echo 'make healthy   whether cameo check calls any of 80 healthy streams faulty'
	@echo 'make reference write the pages that the program knows: docs/reference/commands.md, keys.md, settings.md'
	@echo 'make pictures  make the pictures of README and docs, docs/pictures'
	@echo 'make functions which functions the demo calls, for the linker of the release'
	@echo 'make raise     raise each package that Package.swift names to its newest release'
	@echo 'make build | release | cameo-bench | lint | format | assets | clean'
	@echo 'make install | uninstall    PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)'

deps:
	@scripts/deps

build: deps
	$(SWIFT) build $(PLATFORM) $(STRICT)

release: deps
	$(SWIFT) build -c release --product cameo $(STATIC) $(PLATFORM) $(STRICT)
	$(SWIFT) build -c release --product cameo-espeak $(STATIC) $(PLATFORM) $(STRICT)

demo: release
	@$(RELEASE) demo

# Measures from the inside (docs/inside/benchmarks.md); neither a release nor an installation has it.
cameo-bench: deps
	$(SWIFT) build -c release --product cameo-bench $(STATIC) $(PLATFORM) $(STRICT)

# Else all tests begin at once, and one that waits for another thread gets its next turn when all others have had theirs: minutes later on
# two cores.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 8

# The program itself is built first: the command-line tests run it. Those that hold a terminal, or the process's signals,
# run by themselves, so that nothing else in their process opens and closes descriptors or takes their time. So do those that
# talk to other programs, which have limits for an answer.
test asan tsan:
	@scripts/deps test
	@scripts/peers
	$(SWIFT) build --build-tests $(CHECKED) $(PLATFORM) $(STRICT)
	$(SWIFT) test --skip-build $(CHECKED) $(PLATFORM) $(STRICT) --skip 'TerminalTests\.' --skip 'TransportTests\.' --skip 'CommandTests\.' $(APART)
	$(SWIFT) test --skip-build $(CHECKED) $(PLATFORM) $(STRICT) --filter 'TransportTests\.'
	$(SWIFT) test --skip-build $(CHECKED) $(PLATFORM) $(STRICT) --filter 'TerminalTests\.'
	$(SWIFT) test --skip-build $(CHECKED) $(PLATFORM) $(STRICT) --filter 'CommandTests\.'

# Each sanitizer has its own build folder. The C libraries and Swift's own metadata never return some memory, so leaks are not reported.
asan: CHECKED = --scratch-path .build-asan --sanitize=address
asan: export ASAN_OPTIONS := detect_leaks=0:$(ASAN_OPTIONS)
tsan: CHECKED = --scratch-path .build-tsan --sanitize=thread
tsan: export TSAN_OPTIONS := suppressions=$(CURDIR)/Tests/tsan.supp:$(TSAN_OPTIONS)
# It takes the signals of a process, and has descriptors of its own.
tsan: APART = --skip SessionGuardTests --skip 'TemporaryFilesTests/signaled' --skip 'TileServerTests/signaled'

# The pure modules are the `.pure` rows of the table of imports.
PURE = $(shell sed -n 's/^ *"\([A-Za-z]*\)": \.pure.*/\1/p' Tests/ArchitectureTests/ImportTable.swift | paste -sd '|' -)

quick: deps
	$(SWIFT) test $(PLATFORM) $(STRICT) --filter '($(PURE)|Architecture)Tests\.'

check: lint test cases

# The command tests once more, with the release as it ships; `make test` builds them.
shipped: release cameo-bench
	TESTED_PROGRAMS=$(CURDIR)/.build/release $(SWIFT) test --skip-build $(PLATFORM) $(STRICT) --filter 'CommandTests\.'

lint:
	$(SWIFT) format lint --strict --recursive $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

cases:
	@scripts/cases-check
	@scripts/cases

# A test fails when these pages, or the layout of a screen in a picture, are not those of the program.
reference: release
	@scripts/reference

pictures: release
	@scripts/deps pictures
	@scripts/pictures

house:
	@scripts/house

# What was found once is tried again by `make test`; this looks for more.
FUZZ_SECONDS ?= 600
FUZZ_EXERCISES = packets events pictures sounds speech tapes texts videos books library shelf epubs subtitles terminal

fuzz: deps
	@set -e; for exercise in $(FUZZ_EXERCISES); do scripts/fuzz $$exercise $(FUZZ_SECONDS); done

bench: release cameo-bench
	@scripts/deps bench
	@scripts/peers
	@python3 bench/run

mutants: release cameo-bench
	@bench/mutants

healthy: release
	@python3 bench/healthy.py

functions: release
	@scripts/deps functions
	@python3 bench/functions.py
# That the list is another one is no reason for SwiftPM to link again; that the program is gone is.
	@rm -f $(RELEASE)
	@$(MAKE) release

# Draws the avatar (minutes), lets it say its text, and puts the stream on the demo tape.
assets: release
	@scripts/deps assets
	assets/source/make.sh .build/demo.ndjson
	$(RELEASE) convert .build/demo.ndjson assets/demo.cameo

# Exact versions are in Package.swift, those of the packages that they use in Package.resolved; this raises both.
raise:
	@scripts/raise

# The release must be there already (`make release`), so that `sudo make install` builds nothing as root.
install:
	@for program in $(RELEASE) $(VOICE); do test -x $$program || \
		{ echo "install: no $$program yet; run 'make release' first" >&2; exit 1; }; done
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/cameo'
	install -m 755 $(RELEASE) '$(DESTDIR)$(PREFIX)/bin/cameo'
	install -m 755 $(VOICE) '$(DESTDIR)$(PREFIX)/bin/cameo-espeak'
	cp -R assets/avatars assets/demo.cameo assets/scenarios '$(DESTDIR)$(PREFIX)/share/cameo/'
	chmod -R u+rwX,go+rX '$(DESTDIR)$(PREFIX)/share/cameo'

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/cameo' '$(DESTDIR)$(PREFIX)/bin/cameo-espeak'
	rm -rf '$(DESTDIR)$(PREFIX)/share/cameo'

clean:
	rm -rf .build .build-asan .build-tsan .build-fuzz Fuzz/.build bench-out
