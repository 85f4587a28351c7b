# SPDX-License-Identifier: GPL-2.0-only
#
# Fuzz targets, with clang's libFuzzer; built and run in the build root, see run; included
# by selftests.mk.  A new one is one file, fuzz_NAME.c, and seeds in corpus/NAME/.

.PHONY: fuzz fuzz-bins
FUZZ := selftests/fuzz
FUZZ_BINS := $(patsubst $(FUZZ)/%.c,$(BUILD)/fuzz/%,$(wildcard $(FUZZ)/fuzz_*.c))
FUZZ_CFLAGS := -std=gnu11 -O1 -g -Wall -Wextra -Werror -D_GNU_SOURCE \
	       -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

$(BUILD)/fuzz/%: $(FUZZ)/%.c $(FUZZ)/fuzz.h \
		  $(wildcard loader/*.[ch] loader/export/*.[ch] loader/top/*.[ch] \
			bpf/slowlane.h)
	$(say) FUZZ $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_CFLAGS) -iquote bpf -iquote loader \
		-iquote loader/export -iquote loader/top $< -o $@

fuzz-bins: $(FUZZ_BINS)

fuzz: ## the parsers on random text, FUZZ_SECONDS=40 in all, in the build root (root)
	$(Q)$(MAKE) -s $(LAB)/build.stamp
	$(Q)$(FUZZ)/run $(FUZZ_SECONDS)
