# SPDX-License-Identifier: GPL-2.0-only
#
# What the bench needs in the guest: the transfer and the observer; included by
# selftests.mk.

BENCH := selftests/bench
BENCH_HDRS := $(wildcard $(BENCH)/*.h bpf/*.h)

$(BUILD)/bin/xfer: $(wildcard $(BENCH)/xfer*.c $(BENCH)/xfer*.h)
	$(say) CC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -O2 -Wall -Wextra -Werror $(filter %.c,$^) -o $@

$(BUILD)/bench/%.bpf.o: $(BENCH)/%.bpf.c $(BENCH_HDRS) vmlinux.h $(LIBBPF_DEP)
	$(say) BPF $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(BPF_CFLAGS) -Ibpf -c $< -o $@

$(BUILD)/bench/%.skel.h: $(BUILD)/bench/%.bpf.o
	$(say) SKEL $@
	$(Q)$(BPFTOOL) gen skeleton $< name $*_bpf >$@

$(BUILD)/bin/observe: $(BENCH)/observe.c $(BENCH)/observe_out.c $(BUILD)/bench/observe.skel.h \
		$(BENCH_HDRS) $(LIBBPF_DEP)
	$(say) CC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -Ibpf -I$(BUILD)/bench \
		$(LIBBPF_INC) $(filter %.c,$^) $(LIBBPF_A) -lelf -lz -o $@

guest-bins: $(BUILD)/bin/xfer $(BUILD)/bin/observe
