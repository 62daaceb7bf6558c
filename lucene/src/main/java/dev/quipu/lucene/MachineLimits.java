package dev.quipu.lucene;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// How many files and mapped regions the machine gives a process.
///
/// @param files that may be open
/// @param maps that may exist; a reader holds about one for each of its files
record MachineLimits(long files, long maps) {

  private static final System.Logger LOG = System.getLogger(MachineLimits.class.getName());
  private static final Path FILES = Path.of("/proc/self/limits");
  private static final Path MAPS = Path.of("/proc/sys/vm/max_map_count");
  private static final Pattern OPEN_FILES =
      Pattern.compile("(?m)^Max open files\\s+(\\d+|unlimited)");

  /// What others in the process need: sockets, the storage, jars.
  private static final int OTHER_FILES = 512;

  private static final int OTHER_MAPS = 8_192;

  /// A writer holds its lock, and while it flushes or merges some fifteen files more; few do so at
  /// once.
  private static final int FILES_OF_A_WRITER = 4;

  /// The segments of an index, with their deletions, in the worst case.
  private static final int MAPS_OF_A_READER = 64;

  /// What Linux says; elsewhere everything is allowed.
  static MachineLimits read() {
    return new MachineLimits(openFiles(), mapCount());
  }

  private static long openFiles() {
    try {
      var found = OPEN_FILES.matcher(atOnce(FILES));
      return found.find() && !found.group(1).equals("unlimited")
          ? Long.parseLong(found.group(1))
          : Long.MAX_VALUE;
    } catch (IOException | NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private static long mapCount() {
    try {
      return Long.parseLong(atOnce(MAPS).strip());
    } catch (IOException | NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /// The kernel gives such a file to the first read alone; one that begins with a single byte, to
  /// find out how long the file is, gets no more.
  private static String atOnce(Path file) throws IOException {
    var bytes = new byte[8_192];
    try (var in = Files.newInputStream(file)) {
      int length = in.read(bytes);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
    }
  }

  /// The bounds, made smaller where the machine gives less.
  IndexBounds fit(IndexBounds bounds) {
    int writers = least(bounds.writers(), (files - OTHER_FILES) / FILES_OF_A_WRITER);
    int readers = least(bounds.readers(), (maps - OTHER_MAPS) / MAPS_OF_A_READER);
    if (writers == bounds.writers() && readers == bounds.readers()) {
      return bounds;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "the machine allows few files or maps, so fewer indexes are kept open: open_files={0}"
            + " max_map_count={1} writers={2} readers={3}",
        Long.toString(files),
        Long.toString(maps),
        Integer.toString(writers),
        Integer.toString(readers));
    return bounds.withOpen(writers, readers);
  }

  private static int least(int wanted, long possible) {
    return (int) Math.max(2, Math.min(wanted, possible));
  }
}
