package dev.quipu.testkit.history;

import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.history.Ask.AsOf;
import dev.quipu.testkit.history.Ask.Known;
import dev.quipu.testkit.history.Ask.When;
import dev.quipu.testkit.history.NaiveThing.Writing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Questions at every border that a history has drawn: each object that was changed, at and just
/// before each time that something begins, as known at and just before each change. Random
/// questions seldom land there, and that is where rectangles go wrong.
final class Borders {

  private static final int MOST = 250;

  private Borders() {}

  static List<Ask> of(NaiveTenant tenant, Person who) {
    var asks = new ArrayList<Ask>();
    for (var thing : tenant.things.values()) {
      if (thing.writings().size() > 1) {
        add(thing, who, asks);
      }
    }
    int step = asks.size() / MOST + 1;
    return IntStream.range(0, asks.size()).filter(i -> i % step == 0).mapToObj(asks::get).toList();
  }

  private static void add(NaiveThing thing, Person who, List<Ask> asks) {
    var times = new TreeSet<Instant>();
    var positions = new TreeSet<Long>();
    for (Writing writing : thing.writings()) {
      times.add(writing.effective());
      times.add(writing.effective().minusNanos(1000));
      positions.add(writing.position());
      positions.add(writing.position() - 1);
    }
    for (long position : positions) {
      var known = new Known.Exactly(new LogPosition(position));
      asks.add(new Ask.Versions(who, thing.ref(), new When(null, known), 100));
      for (var time : times) {
        asks.add(new Ask.One(who, thing.ref(), new When(new AsOf.Exactly(time), known)));
      }
    }
  }
}
