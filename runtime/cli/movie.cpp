// Writes the states of a series as images, or as a film through ffmpeg (movie.h).

#include "cli/movie.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "base/refuse.h"
#include "cli/picture.h"
#include "output/temporary.h"

namespace eulerc {
namespace {

[[noreturn]] void failMovie(const OutputFile &movie, const std::string &why) {
  throw OutputError(Error::Kind::Run, fmt::format("cannot write '{}': {}", movie.path(), why));
}

/// The states of a series, one after the other.
class Frames {
public:
  explicit Frames(const SeriesPart &series)
      : part_(series.part), parts_(series.species > 0 ? series.species : 1),
        file_(std::fopen(series.file.c_str(), "rb"), std::fclose) {
    unsigned char start[10] = {};
    if (!file_ || std::fread(start, 1, sizeof start, file_.get()) != sizeof start)
      throw std::system_error(errno, std::generic_category());
    std::string header(start[8] + 256U * start[9], '\0');
    if (std::fread(header.data(), 1, header.size(), file_.get()) != header.size())
      throw std::system_error(errno, std::generic_category());
    begin_ = std::ftell(file_.get());
    isFloat_ = header.find("<f4") != std::string::npos;
    std::istringstream shape(header.substr(header.find('(') + 1));
    for (std::int64_t extent = 0; shape >> extent; shape.ignore(1))
      shape_.push_back(extent);
    count_ = shape_.front();
    shape_.erase(shape_.begin(), shape_.begin() + (series.species > 0 ? 2 : 1));
    bytes_ = isFloat_ ? 4 : 8;
    for (const std::int64_t extent : shape_)
      bytes_ *= static_cast<std::size_t>(extent);
    values_.resize((bytes_ + sizeof(double) - 1) / sizeof(double));
  }

  std::int64_t count() const { return count_; }

  template <class Use> void forEach(Use &&use) {
    for (std::int64_t k = 0; k < count_; k++) {
      std::fseek(file_.get(), begin_ + static_cast<long>(bytes_) * (k * parts_ + part_), SEEK_SET);
      if (std::fread(values_.data(), 1, bytes_, file_.get()) != bytes_)
        throw std::system_error(errno, std::generic_category());
      StateArray array{"", shape_, values_.data()};
      if (isFloat_)
        array.values = reinterpret_cast<const float *>(values_.data());
      use(array);
    }
  }

private:
  long part_, parts_;
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> file_;
  long begin_ = 0;
  bool isFloat_ = true;
  std::int64_t count_ = 0;
  std::vector<std::int64_t> shape_; ///< of a state
  std::size_t bytes_ = 0;           ///< of a state
  std::vector<double> values_;
};

/// Quotes a text as one word for the shell.
std::string shellWord(const std::string &text) {
  std::string word = "'";
  for (const char c : text)
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string ffmpegCommand(const Image &frame, const std::string &file) {
  const std::string target = file.starts_with('/') ? file : "./" + file; // not read as an option
  return fmt::format("ffmpeg -y -loglevel error -f rawvideo -pixel_format rgb24 -video_size {}x{} "
                     "-framerate 25 -i - -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -pix_fmt yuv420p "
                     "-f mp4 {}",
                     frame.width, frame.height, shellWord(target));
}

std::string coloursOf(const Image &image) {
  std::string bytes;
  for (const std::uint8_t pixel : image.pixels)
    for (const std::uint8_t part : image.colours[pixel])
      bytes += static_cast<char>(part);
  return bytes;
}

ValueRange rangeOf(Frames &frames) {
  ValueRange range;
  frames.forEach([&](const StateArray &array) { range.add(pictureRange(array)); });
  return range;
}

/// Encodes a film with ffmpeg. Returns the error, or "".
std::string encode(Frames &frames, const std::string &file) {
  const ValueRange range = rangeOf(frames);
  std::FILE *film = nullptr;
  bool isWritten = true;
  frames.forEach([&](const StateArray &array) {
    const Image image = pictureImage(array, range);
    if (film == nullptr)
      film = popen(ffmpegCommand(image, file).c_str(), "w");
    const std::string bytes = coloursOf(image);
    isWritten = isWritten && film != nullptr &&
                std::fwrite(bytes.data(), 1, bytes.size(), film) == bytes.size();
  });
  if (film == nullptr || pclose(film) != 0 || !isWritten)
    return "ffmpeg failed";
  return "";
}

[[noreturn]] void failReading(const OutputFile &movie, const std::system_error &error) {
  failMovie(movie, "the states of --save cannot be read: " + std::string(error.what()));
}

void writeImages(Frames &frames, const OutputFile &movie) {
  const ValueRange range = rangeOf(frames);
  movie.write([&](std::FILE *file) {
    PngWriter images(file, static_cast<std::uint32_t>(frames.count()));
    frames.forEach([&](const StateArray &array) { images.add(pictureImage(array, range)); });
    images.end();
  });
}

} // namespace

bool isImages(const std::string &movie) { return movie.ends_with(".png"); }

void requireFfmpeg() {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/ffmpeg").c_str(), X_OK) == 0)
      return;
  refuse("--movie needs ffmpeg, and there is none on PATH; install it (Debian: apt-get install "
         "ffmpeg), or take --movie FILE.png, a movie that browsers show");
}

void writeMovie(const SeriesPart &series, const OutputFile &movie) {
  if (isImages(movie.path())) {
    try {
      Frames frames(series);
      return writeImages(frames, movie);
    } catch (const std::system_error &error) {
      failReading(movie, error);
    }
  }
  const TemporaryFile temporary(movie.target());
  if (temporary.descriptor < 0)
    failMovie(movie, std::strerror(errno));
  close(temporary.descriptor);
  std::string why;
  try {
    Frames frames(series);
    why = encode(frames, temporary.name());
  } catch (const std::system_error &error) {
    why = "the states of --save cannot be read: " + std::string(error.what());
  }
  if (why.empty() && std::rename(temporary.name().c_str(), movie.target().c_str()) == 0)
    return;
  const int number = errno;
  unlink(temporary.name().c_str());
  failMovie(movie, why.empty() ? std::strerror(number) : why);
}

} // namespace eulerc
