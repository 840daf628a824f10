// EXPECT_USAGE(statement, "text") and EXPECT_RUN_ERROR: the statement throws eulerc::Error of that
// kind with a message that contains the text.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include <eulerc/solver.h>

template <class Statement>
void expectError(Statement &&statement, eulerc::Error::Kind kind, const std::string &text) {
  try {
    statement();
    ADD_FAILURE() << "no error; expected: " << text;
  } catch (const eulerc::Error &error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

#define EXPECT_USAGE(statement, text)                                                              \
  expectError([&] { statement; }, eulerc::Error::Kind::Usage, text)
#define EXPECT_RUN_ERROR(statement, text)                                                          \
  expectError([&] { statement; }, eulerc::Error::Kind::Run, text)
