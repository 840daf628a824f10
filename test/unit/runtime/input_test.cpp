// Values from files: .npy, and what can be said of HDF5 without a file of that kind.
#include "input/values.h"

#include <cstring>
#include <limits>

#include "expect_error.h"
#include "input/frames.h"
#include "output/array.h"
#include "output/file.h"
#include "temporary_folder.h"
#include "toy_grid.h"

using namespace eulerc;

namespace input_test {
namespace {

template <class Real> std::string bytesOf(const std::vector<Real> &values) {
  std::string bytes(values.size() * sizeof(Real), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// A .npy file with that header and what follows it.
std::string npy(const std::string &header, const std::string &values, int version = 1) {
  const auto byte = [&](std::size_t n) {
    return std::string(1, static_cast<char>(header.size() >> n));
  };
  std::string text =
      std::string("\x93NUMPY") + static_cast<char>(version) + '\0' + byte(0) + byte(8);
  if (version > 1)
    text += byte(16) + byte(24);
  return text + header + values;
}

std::string header(const std::string &type, const std::string &shape,
                   const std::string &fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape +
         ", }  \n";
}

const std::vector<float> sixFloats = {0.1F, -2, 3e-40F, 4, 5, 3e38F};
const std::vector<double> sixDoubles = {0.1, -2, 3e-40, 4, 5, 3e38};

class Input : public TemporaryFolder {
protected:
  /// Reads as values of a grid of 2 x 3.
  template <class Real> std::vector<Real> read(const std::string &path) const {
    HostArray array;
    readValues(path, "field 'beta'",
               {sizeof(Real) == 4 ? Precision::Float : Precision::Double, {2, 3}, array});
    const auto *values = static_cast<const Real *>(array.data());
    return {values, values + 6};
  }
  void refuses(const std::string &bytes, const std::string &why) const {
    put(path("x.npy"), bytes);
    EXPECT_USAGE(read<float>(path("x.npy")),
                 "cannot take field 'beta' from '" + path("x.npy") + "': " + why);
  }
};

} // namespace

TEST_F(Input, readsBackWhatTheWriterWrote) {
  OutputFile(path("f.npy")).write([&](std::FILE *file) {
    writeNpy(file, {"u", {2, 3}, sixFloats.data()});
  });
  OutputFile(path("d.npy")).write([&](std::FILE *file) {
    writeNpy(file, {"u", {2, 3}, sixDoubles.data()});
  });
  EXPECT_EQ(read<float>(path("f.npy")), sixFloats);
  EXPECT_EQ(read<double>(path("d.npy")), sixDoubles);
  EXPECT_EQ(read<float>(path("d.npy")), sixFloats); // rounded
  EXPECT_EQ(read<double>(path("f.npy")), std::vector<double>(sixFloats.begin(), sixFloats.end()));
}

TEST_F(Input, readsManyBlocks) {
  std::vector<double> many(200001);
  for (std::size_t i = 0; i < many.size(); i++)
    many[i] = static_cast<double>(i);
  const auto write = [&] { put(path("x.npy"), npy(header("<f8", "(200001,)"), bytesOf(many))); };
  write();
  HostArray array;
  const Target target{Precision::Float, {200001}, array};
  readValues(path("x.npy"), "state 'y'", target);
  EXPECT_EQ(static_cast<float *>(array.data())[200000], 200000.0F);
  many[150000] = std::numeric_limits<double>::quiet_NaN();
  write();
  EXPECT_USAGE(readValues(path("x.npy"), "state 'y'", target), "its value [150000] is nan");
}

TEST_F(Input, readsARecordingWhileItIsWritten) {
  const std::string six = bytesOf(sixFloats);
  const std::string recorded = npyHeader(true, {2, 2, 3}, growingNpyHeader) + six + six;
  put(path("u.npy"), recorded + six.substr(0, 13));
  EXPECT_EQ(read<float>(path("u.npy[-1]")), sixFloats);
  put(path("u.time.npy"),
      npyHeader(false, {1}, growingNpyHeader) + bytesOf<double>({0.5}) + "half");
  EXPECT_EQ(framesInFile(path("u.npy"), "field 'wind'").times, std::vector{0.5});
  put(path("u.npy"), recorded + recorded);
  EXPECT_USAGE(read<float>(path("u.npy[-1]")), "or made of several arrays");
}

TEST_F(Input, readsTheByteOrderOfOtherMachines) {
  std::string swapped = bytesOf(sixFloats);
  for (std::size_t at = 0; at < swapped.size(); at += sizeof(float))
    std::reverse(swapped.begin() + static_cast<std::ptrdiff_t>(at),
                 swapped.begin() + static_cast<std::ptrdiff_t>(at + sizeof(float)));
  put(path("big.npy"), npy(header(">f4", "(2, 3)"), swapped));
  EXPECT_EQ(read<float>(path("big.npy")), sixFloats);
}

TEST_F(Input, takesOtherSpellingsOfAHeader) {
  put(path("v2.npy"), npy(header("<f4", "(2, 3)"), bytesOf(sixFloats), 2));
  EXPECT_EQ(read<float>(path("v2.npy")), sixFloats);
  put(path("odd.npy"),
      npy("{\"shape\":(2L,3L),\"fortran_order\":False,\"descr\":\"<f4\"}", bytesOf(sixFloats)));
  EXPECT_EQ(read<float>(path("odd.npy")), sixFloats);
}

TEST_F(Input, refusesOtherShapesAndTypes) {
  const std::string data = bytesOf(sixFloats);
  refuses(npy(header("<f4", "(3, 2)"), data), "its shape is 3 x 2, the grid's is 2 x 3");
  refuses(npy(header("<f4", "(6,)"), data), "its shape is 6, the grid's is 2 x 3");
  refuses(npy(header("<f4", "()"), data), "it is a single number, not an array of ");
  refuses(npy(header("<f4", "(2, 3)", "True"), data), "it is in Fortran order");
  refuses(npy(header("<f2", "(2, 3)"), data), "its values are of type '<f2'");
  refuses(npy(header("<c8", "(2, 3)"), data),
          "its values are complex ('<c8'); they must be reals: numpy.save(FILE, array.real)");
  refuses(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3), }", data),
          "its values are of type [('a', '<f4')]");
}

TEST_F(Input, refusesDamagedFiles) {
  const std::string good = npy(header("<f4", "(2, 3)"), bytesOf(sixFloats));
  refuses("", "it is no .npy file");
  refuses("P5 640 480 255 ...", "it is no .npy file");
  refuses(good.substr(0, 9), "the file is cut off within its header");
  refuses(good.substr(0, 30), "the file is cut off within its header");
  refuses(good.substr(0, good.size() - 7), "the file is cut off: it holds 4 of 6 values");
  refuses(good + "more", "it holds 4 bytes more than its header says");
  refuses(npy(header("<f4", "(2, 3)"), "", 3), "it is a .npy file of version 3.0");
  refuses(npy("", ""), "its header is damaged");
  refuses(npy("{'descr': '<f4', 'shape': (2, 3)}", ""), "its header is damaged");
  refuses(npy(header("<f4", "(2, 3"), ""), "its header is damaged");
  refuses(npy(header("<f4", "(2, x)"), ""), "its header is damaged");
  refuses(npy(header("<f4", "(2, 99999999999999999999)"), ""), "its header is damaged");
  refuses(npy(header("<f4", "(2, 3)", "None"), ""), "its header is damaged");
  refuses(npy("{'descr':", ""), "its header is damaged");
  refuses(npy("{'descr': <f4, 'fortran_order': False, 'shape': (2, 3)}", ""), "its values are of");
  // No prefix of a good file makes trouble.
  for (std::size_t length = 0; length < good.size(); length++)
    refuses(good.substr(0, length), "");
}

TEST_F(Input, refusesValuesThatAreNotFinite) {
  auto floats = sixFloats;
  floats[4] = -std::numeric_limits<float>::infinity();
  refuses(npy(header("<f4", "(2, 3)"), bytesOf(floats)), "its value [1][1] is -inf");
  auto doubles = sixDoubles;
  doubles[2] = std::numeric_limits<double>::quiet_NaN();
  refuses(npy(header("<f8", "(2, 3)"), bytesOf(doubles)), "its value [0][2] is nan");
  doubles[2] = 1e40;
  refuses(npy(header("<f8", "(2, 3)"), bytesOf(doubles)),
          "its value [0][2] is 1e+40, more than a float can hold");
  EXPECT_EQ(read<double>(path("x.npy")), doubles);
}

TEST_F(Input, refusesWhatIsNoFile) {
  EXPECT_USAGE(read<float>(path("none.npy")), "No such file");
  std::filesystem::create_directory(path("folder.npy"));
  EXPECT_USAGE(read<float>(path("folder.npy")), "it is a folder");
  EXPECT_USAGE(read<float>(path("x.txt")), "give a .npy file, an array of an archive");
  EXPECT_USAGE(read<float>(""), "give a .npy file");
  EXPECT_USAGE(read<float>(path("none.h5:/beta")), "No such file");
  put(path("no.h5"), "this is text");
  EXPECT_USAGE(read<float>(path("no.h5:/beta")), "HDF5"); // no such file, or no such library
}

TEST_F(Input, aSolverTakesFieldsAndStatesFromFiles) {
  std::vector<float> ones(12, 1);
  put(path("s.npy"), npy(header("<f4", "(3, 4)"), bytesOf(ones)));
  Solver solver(toy::Grid<double>::model());
  solver.useBackend(Backend::Threads);
  solver.loadField("source", path("s.npy"));
  solver.loadValues("u", path("s.npy"));
  solver.runSteps(1, 0.5);
  EXPECT_EQ(solver.values("v")[11], 3 + 0.5 * (1 - 1));

  ones[3] = std::numeric_limits<float>::infinity();
  put(path("bad.npy"), npy(header("<f4", "(3, 4)"), bytesOf(ones)));
  const std::vector<double> before = solver.values("u");
  EXPECT_USAGE(solver.loadValues("u", path("bad.npy")),
               "cannot take state 'u' from '" + path("bad.npy") + "': its value [0][3] is inf");
  EXPECT_USAGE(solver.loadField("source", path("bad.npy")), "cannot take field 'source'");
  EXPECT_USAGE(solver.loadValues("w", path("s.npy")), "there is no state 'w'");
  EXPECT_EQ(solver.values("u"), before); // nothing half-done
  EXPECT_EQ(solver.time(), 0.5);
  solver.runSteps(1, 0.5);
}

} // namespace input_test
