# SPDX-License-Identifier: GPL-3.0-or-later
# What can be made; see README.md.

SWIFT ?= swift
FLAGS = --explicit-target-dependency-import-check error
BUILD = .build/debug
SOURCES = Package.swift Sources Tests benchmarks

.PHONY: run test build release check format bench corpus round-trips sanitize-thread sanitize-address clean

build: packages
	$(SWIFT) build $(FLAGS)

# The main job, live; ARGS=--script walks through it alone.
run: build
	@scripts/run $(BUILD) $(ARGS)

# brltty's virtual display in this terminal, and brailled on it, for programs that are being written
# (docs/testing.md); ARGS=--sample with the sample program, ARGS=--script walks through that alone.
.PHONY: virtual
virtual: build
	@$(BUILD)/virtual-display $(ARGS)

test: packages test-packages
	$(SWIFT) build $(FLAGS) --build-tests
	$(SWIFT) test --skip-build --disable-xctest $(ARGS)

release: packages
	$(SWIFT) build $(FLAGS) -c release

# The programs as they are installed: with the standard library in them, so that they need no
# toolchain.
STATIC = .build/static/release
.PHONY: programs
programs: packages
	for program in brailled braillectl brailled-atspi; do \
	  $(SWIFT) build $(FLAGS) -c release --product $$program --static-swift-stdlib \
	    --scratch-path .build/static --disable-local-rpath \
	    -Xlinker -z -Xlinker now || exit 1; \
	done

# docs/install.md; PREFIX and DESTDIR are what scripts/install says.
.PHONY: install uninstall deb
install: programs
	@scripts/install $(STATIC)

uninstall:
	@scripts/install --remove

deb: programs
	@scripts/deb $(STATIC)

# Whether what is installed is right, as it is built now: completions, configuration, units, and
# that it goes away again; systemd's units as systemd sees them.
.PHONY: check-install check-units
check-install: build
	scripts/check-install $(BUILD)

check-units: build
	scripts/check-units $(BUILD)

# The package in a Debian that has nothing else, and then in one whose systemd runs; needs root.
.PHONY: bare-debian booted-debian
bare-debian: programs
	scripts/bare-debian $$(scripts/deb $(STATIC))

booted-debian: bare-debian
	scripts/booted-debian .build/deb/*.deb

# System packages that are missing are installed, or named.
.PHONY: packages
packages:
	@scripts/packages

# The same for what the tests need besides, a desktop without a screen and what speaks the protocol
# from outside; and for the applications of `make desktop-test` and `make desktop-bench`.
.PHONY: test-packages desktop-packages
test-packages:
	@scripts/desktop-packages
	@scripts/client-packages

desktop-packages:
	@scripts/desktop-packages all

# Format, lint, imports.
check: packages
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	scripts/check-imports
	scripts/check-rules

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

# What is made of other files and kept: the list of keys in docs/keys.md, the list of settings in the
# manual, and brltty's table of chords. A test compares them.
.PHONY: keys manual chords
keys: packages
	$(SWIFT) build $(FLAGS) --product braillectl
	{ sed '/^<!-- made by make keys/q' docs/keys.md; echo; \
	  XDG_CONFIG_HOME=/nowhere $(BUILD)/braillectl keys; } \
	  > .build/keys.md
	mv .build/keys.md docs/keys.md

manual: packages
	$(SWIFT) build $(FLAGS) --product braillectl
	page=docs/man/brailled.conf.5; \
	{ sed '/made by make manual/q' $$page; $(BUILD)/braillectl settings --manual; \
	  sed -n '/end of what is made/,$$p' $$page; } > .build/brailled.conf.5
	mv .build/brailled.conf.5 docs/man/brailled.conf.5

chords:
	scripts/brltty-chords > tables/brltty/brailled-chords.kti

# 100,000 random cells typed into programs of all kinds; `make test` types a fifth of them.
.PHONY: typist
typist: packages
	$(SWIFT) build $(FLAGS) --build-tests
	BRAILLED_ALL_CELLS=1 $(SWIFT) test --skip-build --disable-xctest --filter TypistTests

# Rows of a translation corpus through the daemon's own call: CASES=FILE-OR-FOLDER.
corpus: packages
	@test -n "$(CASES)" || { echo "make corpus CASES=FILE-OR-FOLDER of *.tsv" >&2; exit 2; }
	$(SWIFT) build -c release --product corpus
	.build/release/corpus $(CASES)

# Words of Debian's lists typed as the cells of their translation must come back, through the
# reading of cells and through the whole engine; ARGS="--failures 40 TABLE..." for a closer look
# (benchmarks/RoundTrips/main.swift).
round-trips: packages
	@scripts/word-lists
	$(SWIFT) build -c release --product round-trips
	.build/release/round-trips $(ARGS)

# The daemon against what does the same with nothing around it; ARGS=PART for a part of it
# (benchmarks/Bench/main.swift).
BENCH = .build/bench
bench: packages $(BENCH)/limit $(BENCH)/client
	$(SWIFT) build $(FLAGS) -c release --product bench
	$(SWIFT) build $(FLAGS) -c release --product brailled --static-swift-stdlib \
	  --scratch-path .build/static
	strip -o $(BENCH)/brailled .build/static/release/brailled
	.build/release/bench $(BENCH) $(ARGS)

# Without a compiler the bench says what it goes without.
$(BENCH)/limit: benchmarks/limit.c
	@mkdir -p $(BENCH)
	cc -O2 -Wall -Wextra -o $@ $< -llouis || true

$(BENCH)/client: benchmarks/client.c
	@mkdir -p $(BENCH)
	cc -O2 -Wall -Wextra -o $@ $< -llouis -lbrlapi || true

# Fuzzers of all that others say to brailled (docs/testing.md), SECONDS each, one for each
# processor at a time; TARGET=framer for one of them. What they stumble over is kept as a case.
SECONDS = 15
TARGET =
.PHONY: fuzz
fuzz: packages
	BRAILLED_FUZZ=1 $(SWIFT) build $(FLAGS) -c release --product fuzz --scratch-path .build/fuzz \
	  --sanitize fuzzer \
	  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp
	scripts/fuzz .build/fuzz/release/fuzz $(SECONDS) $(TARGET)

# All that can happen to a daemon, in MINUTES that are like days (docs/testing.md).
MINUTES = 1
.PHONY: soak
soak: packages
	@mkdir -p $(BENCH)
	$(SWIFT) build $(FLAGS) -c release --product soak
	$(SWIFT) build $(FLAGS) -c release --product brailled --static-swift-stdlib \
	  --scratch-path .build/static
	strip -o $(BENCH)/brailled .build/static/release/brailled
	.build/release/soak $(BENCH)/brailled $(MINUTES) $(ARGS)

# Applications that take long to start, walked from the focus to the display and back: Firefox,
# Chromium, LibreOffice, a terminal, Qt 6.
.PHONY: desktop-test
desktop-test: packages desktop-packages
	$(SWIFT) build $(FLAGS) --build-tests
	BRAILLED_ALL_DESKTOP=1 $(SWIFT) test --skip-build --disable-xctest \
	  --filter DesktopSessionTests $(ARGS)

# A desktop read by Orca and by brailled with its producer, in turns; ARGS=PART for a part of it
# (benchmarks/DesktopBench/main.swift).
.PHONY: desktop-bench
desktop-bench: packages desktop-packages
	@mkdir -p $(BENCH)
	$(SWIFT) build $(FLAGS) -c release --product desktop-bench
	for program in brailled brailled-atspi; do \
	  $(SWIFT) build $(FLAGS) -c release --product $$program --static-swift-stdlib \
	    --scratch-path .build/static && \
	  strip -o $(BENCH)/$$program .build/static/release/$$program || exit 1; \
	done
	.build/release/desktop-bench $(BENCH) $(ARGS)

# The same tests with the thread and the address sanitizer, each in a folder of its own. The pure
# targets have strict memory safety, no C and no thread: nothing of theirs can be found by either.
# The thread sanitizer looks at what has threads: the displays, the sockets, the reading of lines,
# the kit. What takes long and is looked at by the one (the whole daemon, which the thread
# sanitizer's eye for freed memory sees too), or is the same again and again (all languages), the
# address sanitizer goes without; `make sanitize-address SLOW=` does not. Neither walks through
# desktops: their applications are not ours.
PURE = SpellingTests CellsTests ElementsTests CommandsTests PresentationTests TranslationTests PanningTests \
  TypingTests CoreTests AccessibilityTests DesktopTests DesktopSessionTests \
  bench corpus desktop-bench round-trips soak
# What has one thread.
SINGLE = WireTests TablesTests SessionsTests ICUTests TerminalDisplayTests SDBusTests \
  DesktopProducerTests LouisTests
ALONE = --skip KeyTableTests --skip ChordTests --skip StartTests --skip SettingsTests \
  --skip BraillectlTests --skip ActivationTests --skip PrivacyTests --skip LouisFatalTests \
  --skip FirstErrorsTests --skip CrashTests --skip ConfinementLogTests
SLOW = EndToEndTests DesktopProducerTests
LONG = --skip PlacesTests --skip TypedSearchInTables --skip TypedCellsTests
sanitize-thread: packages test-packages
	TSAN_OPTIONS="halt_on_error=1 $(TSAN_OPTIONS)" BRAILLED_WITHOUT="$(PURE) $(SINGLE)" \
	  $(SWIFT) test --sanitize=thread --scratch-path .build/thread --disable-xctest $(ALONE) $(ARGS)

sanitize-address: packages test-packages
	ASAN_OPTIONS="detect_leaks=0 $(ASAN_OPTIONS)" BRAILLED_WITHOUT="$(PURE) $(SLOW)" \
	  $(SWIFT) test --sanitize=address --scratch-path .build/address --disable-xctest $(LONG) $(ARGS)

clean:
	rm -rf .build
