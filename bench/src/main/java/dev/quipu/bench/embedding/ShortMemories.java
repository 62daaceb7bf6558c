package dev.quipu.bench.embedding;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// Short messages in English, all different. Equal numbers give equal messages.
final class ShortMemories {

  private static final List<String> WORDS =
      List.of(
          ("we she he they the a my our about after again always apple arrived asked bank because"
                  + " before birthday book boat bread bridge brother bus buy cake call camera car cat"
                  + " chair child city clean coat coffee cold come cook dance daughter day decided dinner"
                  + " doctor dog door dream drive early evening family farm father film fish flight flower"
                  + " forest friend garden gave glass good green guitar hand happy heard help hike horse"
                  + " hospital hotel house idea island job joined kitchen lake late learn letter library"
                  + " light long lost lunch market meeting money month moon morning mother mountain moved"
                  + " museum music neighbour new night office old orange paint paper park party phone piano"
                  + " picture plan plant play promised rain read red restaurant river road room school sea"
                  + " sister snow sold song spring station store story street summer sunday swim table talk"
                  + " teacher tea ticket today told town train travel tree trip visit wait walk wall want"
                  + " warm watch water week white window winter work write year yellow young")
              .split(" "));

  private static final int LENGTH = 14;

  private ShortMemories() {}

  static String text(int number) {
    var random = new Random(number);
    return random
            .ints(LENGTH, 0, WORDS.size())
            .mapToObj(WORDS::get)
            .collect(Collectors.joining(" "))
        + " "
        + number;
  }

  static JsonObject event(int number) {
    return JsonObject.of(
        "event_type", Json.of("user_message"),
        "session_id", Json.of("ses_" + number / 100),
        "payload", JsonObject.of("text", Json.of(text(number))));
  }
}
