# SPDX-License-Identifier: GPL-2.0-only
#
# Unit tests: native, under ASan and UBSan; included by selftests.mk.

.PHONY: unit
UNIT := $(BUILD)/unit
UNIT_BINS := $(patsubst selftests/unit/%.c,$(UNIT)/%,$(wildcard selftests/unit/test_*.c))
UNIT_HDRS := $(wildcard selftests/unit/*.h bpf/*.h $(addprefix loader/,parse.h tunables.h filter.h filter_addr.h text.h jsonw.h) \
			selftests/bench/observe.h)
UNIT_CFLAGS := -std=gnu11 -O1 -g -Wall -Wextra -Werror -D_GNU_SOURCE \
	       -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# The kselftest harness, from the kernel's source package.
KSELFTEST_INC ?= $(LAB)/src/tools/testing/selftests

# What a test is about beside headers.
$(UNIT)/test_parse $(UNIT)/test_parse_fuzz: loader/parse.c
$(UNIT)/test_tunables: loader/tunables.c
$(UNIT)/test_filter: loader/filter.c loader/filter_addr.c
$(UNIT)/test_text: loader/text.c loader/jsonw.c

$(UNIT)/%: selftests/unit/%.c $(UNIT_HDRS) selftests/unit/unit.mk
	$(say) UNIT $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(UNIT_CFLAGS) -isystem $(KSELFTEST_INC) -iquote bpf -iquote loader \
		$(filter %.c,$^) -o $@

unit: $(UNIT_BINS) ## unit tests, native, under ASan and UBSan
	$(Q)rc=0; for t in $(UNIT_BINS); do \
		echo "# $${t##*/}"; $$t || rc=1; \
	done; exit $$rc
