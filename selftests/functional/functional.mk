# SPDX-License-Identifier: GPL-2.0-only
#
# What the functional tests need in the guest: a loader and a lister of their own,
# schedulers that are wrong on purpose, upstream's mptcp_connect; included by
# selftests.mk.

FUNC := selftests/functional
FUNC_BPF := $(patsubst $(FUNC)/%.c,$(BUILD)/bin/%.o,$(wildcard $(FUNC)/*.bpf.c))
FUNC_BINS := $(patsubst $(FUNC)/%.c,$(BUILD)/bin/%,$(filter-out %.bpf.c,$(wildcard $(FUNC)/*.c)))
FUNC_PRELOAD := $(patsubst $(FUNC)/%.c,$(BUILD)/bin/%.so,$(wildcard $(FUNC)/preload/*.c))
FUNC_BROKEN := $(patsubst $(FUNC)/broken/%.c,$(BUILD)/bin/broken/%.o,$(wildcard $(FUNC)/broken/*.bpf.c))

$(FUNC_BINS): $(BUILD)/bin/%: $(FUNC)/%.c $(LIBBPF_DEP)
	$(say) CC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -O2 -Wall -Wextra -Werror $(LIBBPF_INC) $< $(LIBBPF_A) -lelf -lz -o $@

$(BUILD)/bin/%.bpf.o: $(FUNC)/%.bpf.c $(BPF_HDRS) $(LIBBPF_DEP)
	$(say) BPF $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(BPF_CFLAGS) -Ibpf -c $< -o $@

$(BUILD)/bin/preload/%.so: $(FUNC)/preload/%.c
	$(say) CC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -shared -fPIC $< -o $@

$(BUILD)/bin/mptcp_connect: $(BUILD)/kselftest/net/mptcp/mptcp_connect | $(BUILD)
	$(Q)cp $< $@

guest-bins: $(FUNC_BINS) $(FUNC_BPF) $(FUNC_BROKEN) $(FUNC_PRELOAD) $(BUILD)/bin/mptcp_connect

# The module as other kernels would see it; see mkrefused.
.PHONY: kmod-refused
kmod-refused: $(KMOD_DIR)/refused/btf.ko

$(KMOD_DIR)/refused/btf.ko: $(KMOD_DIR)/mptcp_bpf_sched.ko $(FUNC)/mkrefused $(FUNC)/refusals.sh
	$(say) KMOD $(@D)
	$(Q)$(FUNC)/mkrefused $(KMOD_DIR) $(KDIR)
