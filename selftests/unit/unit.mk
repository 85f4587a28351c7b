# SPDX-License-Identifier: GPL-2.0-only
#
# Unit tests: native, under ASan and UBSan; included by selftests.mk.

.PHONY: unit
UNIT := $(BUILD)/unit
UNIT_BINS := $(patsubst selftests/unit/%.c,$(UNIT)/%,$(wildcard selftests/unit/test_*.c))
UNIT_HDRS := $(wildcard selftests/unit/*.h bpf/*.h loader/*.h loader/export/*.h loader/top/*.h)
UNIT_CFLAGS := -std=gnu11 -O1 -g -Wall -Wextra -Werror -D_GNU_SOURCE \
	       -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# The kselftest harness, from the kernel's source package.
KSELFTEST_INC ?= $(LAB)/src/tools/testing/selftests

# What a test is about beside headers.
$(UNIT)/test_address: loader/export/address.c
$(UNIT)/test_metrics: $(addprefix loader/,metrics.c metrics_rows.c promtext.c counters.c tunables.c)
$(UNIT)/test_parse $(UNIT)/test_parse_fuzz $(UNIT)/test_operands: loader/parse.c
$(UNIT)/test_tunables: loader/tunables.c
$(UNIT)/test_config: loader/config.c loader/tunables.c
$(UNIT)/test_proc_stat: loader/proc_stat.c
$(UNIT)/test_netns_spec: loader/netns_spec.c
$(UNIT)/test_duration: loader/duration.c
$(UNIT)/test_mask: loader/mask.c
$(UNIT)/test_filter: loader/filter.c loader/filter_addr.c
$(UNIT)/test_text: loader/text.c loader/jsonw.c
$(UNIT)/test_top_history: loader/top/history.c
$(UNIT)/test_top_layout: loader/top/layout.c
$(UNIT)/test_top_typed: $(addprefix loader/,top/typed.c filter.c filter_addr.c)
$(UNIT)/test_top_model: $(addprefix loader/,conns.c counters.c filter.c filter_addr.c text.c) \
	$(addprefix loader/top/,model.c order.c tracks.c history.c layout.c cells.c select.c)
$(UNIT)/test_advise $(UNIT)/test_advise_say: $(addprefix loader/,advise.c advise_join.c advise_need.c \
		advise_say.c advise_say_buffers.c advise_say_paths.c text.c)

$(UNIT)/%: selftests/unit/%.c $(UNIT_HDRS) selftests/unit/unit.mk
	$(say) UNIT $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(UNIT_CFLAGS) -isystem $(KSELFTEST_INC) -iquote bpf -iquote loader \
		-iquote loader/export -iquote loader/top $(filter %.c,$^) -o $@

unit: $(UNIT_BINS) ## unit tests, native, under ASan and UBSan
	$(Q)rc=0; for t in $(UNIT_BINS); do \
		echo "# $${t##*/}"; $$t || rc=1; \
	done; exit $$rc
