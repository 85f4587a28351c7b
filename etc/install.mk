# SPDX-License-Identifier: GPL-2.0-only
#
# What comes with the program: man pages, completion, unit; install, and packages. All
# that names a command or an option is made from what the program says of itself;
# included by the top-level Makefile.

mandir	?= $(prefix)/share/man
docdir	?= $(prefix)/share/doc/slowlane
compdir	?= $(prefix)/share/bash-completion/completions
unitdir	?= $(prefix)/lib/systemd/system
MODSRC	:= $(DESTDIR)/usr/src/mptcp_bpf_sched-$(VERSION)

.PHONY: man completion unit-file deb
MAN := $(BUILD)/man/slowlane.8 $(BUILD)/man/slowlane.conf.5
COMPLETION := $(BUILD)/completion/slowlane
SERVICES := $(addprefix $(BUILD)/,slowlane.service slowlane-watch.service slowlane-export.service)
SHARED := etc/prometheus-rules.yml etc/grafana-dashboard.json

$(BUILD)/help.json: $(BUILD)/bin/slowlane
	$(Q)$< -j help >$@

$(BUILD)/man/%.rst: docs/man/%.rst $(BUILD)/help.json docs/man/mkman $(wildcard docs/man/commands/*.rst)
	$(Q)mkdir -p $(@D)
	$(Q)docs/man/mkman $(BUILD)/help.json $(VERSION) $< >$@

$(MAN): %: %.rst
	$(say) MAN $@
	$(Q)command -v rst2man >/dev/null || { \
		echo "rst2man not found: apt-get install python3-docutils" >&2; exit 1; }
	$(Q)rst2man --report=2 --halt=2 $< $@

$(COMPLETION): etc/slowlane.bash-completion.in etc/mkcompletion $(BUILD)/help.json
	$(say) COMPL $@
	$(Q)mkdir -p $(@D)
	$(Q)etc/mkcompletion $(BUILD)/help.json $< >$@

$(SERVICES): $(BUILD)/%: etc/%.in Makefile | $(BUILD)
	$(Q)sed 's#@sbindir@#$(sbindir)#g' $< >$@

man: $(MAN) ## the manual pages, into build/man
completion: $(COMPLETION) ## bash completion, into build/completion
unit-file: $(SERVICES)

$(BUILD)/dkms.conf: kmod/dkms.conf.in Makefile | $(BUILD)
	$(Q)sed 's/@VERSION@/$(VERSION)/' $< >$@

.PHONY: install-tool install-module
install-tool: all man completion unit-file
	install -D -m 755 $(BUILD)/bin/slowlane $(DESTDIR)$(sbindir)/slowlane
	install -D -m 644 $(BUILD)/man/slowlane.8 $(DESTDIR)$(mandir)/man8/slowlane.8
	install -D -m 644 $(BUILD)/man/slowlane.conf.5 $(DESTDIR)$(mandir)/man5/slowlane.conf.5
	install -D -m 644 $(COMPLETION) $(DESTDIR)$(compdir)/slowlane
	install -D -m 644 -t $(DESTDIR)$(unitdir) $(SERVICES)
	install -D -m 644 -t $(DESTDIR)$(prefix)/share/slowlane $(SHARED)
	install -D -m 644 etc/90-slowlane.conf $(DESTDIR)$(docdir)/examples/90-slowlane.conf

install-module: $(BUILD)/dkms.conf
	install -d $(MODSRC)
	install -m 644 $(wildcard kmod/*.c kmod/*.h) kmod/Makefile kmod/Kbuild $(MODSRC)/
	install -m 644 $(BUILD)/dkms.conf $(MODSRC)/dkms.conf

install: install-tool install-module ## install slowlane, and the module's sources for DKMS (DESTDIR, prefix)

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(sbindir)/slowlane $(DESTDIR)$(mandir)/man8/slowlane.8 \
		$(DESTDIR)$(mandir)/man5/slowlane.conf.5 $(DESTDIR)$(compdir)/slowlane \
		$(addprefix $(DESTDIR)$(unitdir)/,$(notdir $(SERVICES)))
	rm -rf $(DESTDIR)$(docdir) $(DESTDIR)$(prefix)/share/slowlane $(MODSRC)

# --- Debian packages ----------------------------------------------------------
# From a copy of what git knows, as dpkg-buildpackage leaves files in the tree it
# builds and beside it.
DEB := $(LAB)/deb
DEB_TREE := $(DEB)/slowlane-$(VERSION)

deb: ## Debian packages slowlane and slowlane-dkms, built in the lab's build root, into build/lab/deb
	$(Q)rm -rf $(DEB) && mkdir -p $(DEB_TREE)
	$(Q)git -c safe.directory='*' ls-files -z --cached --others --exclude-standard | \
		xargs -0 tar -c --ignore-failed-read | tar -x -C $(DEB_TREE)
	$(say) DEB $(DEB)
	$(Q)cd $(DEB_TREE) && $(CURDIR)/$(LABDIR)/chroot dpkg-buildpackage -b -us -uc \
		--ignore-builtin-builddeps \
		>$(CURDIR)/$(DEB)/build.log 2>&1 </dev/null || \
		{ tail -n 30 $(CURDIR)/$(DEB)/build.log; exit 1; }
