// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_operands.c - options before, between and after the words that are none.
 */
#include "kselftest_harness.h"
#include "parse.h"

struct result {
	bool save, json;
	const char *config;
};

static const struct opt command_opts[] = {
	{ "save", 0, OPT_FLAG, NULL, "help", offsetof(struct result, save) },
	{ "config", 'c', OPT_STRING, "FILE", "help", offsetof(struct result, config) },
	{},
};

static const struct opt global_opts[] = {
	{ "json", 'j', OPT_FLAG, NULL, "help", offsetof(struct result, json) },
	{},
};

FIXTURE(operands)
{
	struct result r;
	char error[128], *operands[8];
	int n;
};

FIXTURE_SETUP(operands)
{
}

FIXTURE_TEARDOWN(operands)
{
}

#define PARSE(...)                                                                 \
	do {                                                                       \
		static const struct opt *const tables[OPTS_TABLES_MAX] = {         \
			command_opts, global_opts                                  \
		};                                                                 \
		char *words[] = { __VA_ARGS__ };                                   \
                                                                                   \
		self->r = (struct result){};                                       \
		self->n = opts_parse_all(                                          \
			tables, &self->r, sizeof(words) / sizeof(words[0]), words, \
			self->operands, self->error, sizeof(self->error));         \
	} while (0)

TEST_F(operands, anywhere)
{
	PARSE("a=1", "--save", "b=2", "-c", "file", "-", "-j");
	EXPECT_STREQ("", self->error);
	ASSERT_EQ(3, self->n);
	EXPECT_STREQ("a=1", self->operands[0]);
	EXPECT_STREQ("b=2", self->operands[1]);
	EXPECT_STREQ("-", self->operands[2]);
	EXPECT_TRUE(self->r.save && self->r.json);
	EXPECT_STREQ("file", self->r.config);
}

TEST_F(operands, all_of_them_after_two_dashes)
{
	PARSE("a", "--", "--save", "--", "-j");
	EXPECT_STREQ("", self->error);
	ASSERT_EQ(4, self->n);
	EXPECT_STREQ("--save", self->operands[1]);
	EXPECT_STREQ("--", self->operands[2]);
	EXPECT_FALSE(self->r.save || self->r.json);

	/* Here it is a value, and ends nothing. */
	PARSE("--config", "--", "a", "--save");
	ASSERT_EQ(1, self->n);
	EXPECT_STREQ("--", self->r.config);
	EXPECT_TRUE(self->r.save);
}

TEST_F(operands, the_first_error_stays)
{
	PARSE("a", "--bogus", "b", "-x", "--config");
	EXPECT_STREQ("unknown option '--bogus'", self->error);
	EXPECT_EQ(2, self->n);
	PARSE("a", "--config");
	EXPECT_STREQ("option '--config' needs a value: --config FILE", self->error);
}

TEST_HARNESS_MAIN
