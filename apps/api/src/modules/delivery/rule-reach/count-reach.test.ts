import type { RuleDigests, WatchedMedium } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  countReach,
  type ReachSubject,
  reachOfClient,
  reachOfCollection,
  reachOfConfig,
  reachOfMedium,
} from "./count-reach.ts";

const RULE_DIGESTS: RuleDigests = { custom: "c1", collection: "l1", config: "f1", client: "a1" };
const watchedMedium = (changes: Partial<WatchedMedium> = {}): WatchedMedium => ({
  video: "film",
  key: null,
  collection: null,
  viewers: 10,
  told: 9,
  rules: RULE_DIGESTS,
  ...changes,
});
const FILM_REACH = reachOfMedium("film", { ...RULE_DIGESTS, hasConfig: false });

test.each<[string, WatchedMedium, ReachSubject, { viewers: number; reached: number }]>([
  [
    "viewers who received the saved rules are reached",
    watchedMedium(),
    FILM_REACH,
    { viewers: 10, reached: 9 },
  ],
  [
    "viewers of another video do not count",
    watchedMedium({ video: "other" }),
    FILM_REACH,
    { viewers: 0, reached: 0 },
  ],
  [
    "viewers of an edge with older rules are not reached",
    watchedMedium({ rules: { ...RULE_DIGESTS, custom: "c0" } }),
    FILM_REACH,
    { viewers: 10, reached: 0 },
  ],
  [
    "viewers of an edge without rules are not reached",
    watchedMedium({ rules: null }),
    FILM_REACH,
    { viewers: 10, reached: 0 },
  ],
  [
    "other rules of a collection that only the page names do not matter",
    watchedMedium({ collection: "Lessons", rules: { ...RULE_DIGESTS, collection: "l2" } }),
    FILM_REACH,
    { viewers: 10, reached: 9 },
  ],
  [
    "other rules of the page's config do not matter for a video without a config",
    watchedMedium({ rules: { ...RULE_DIGESTS, config: "f2" } }),
    FILM_REACH,
    { viewers: 10, reached: 9 },
  ],
  [
    "viewers are not reached while an edge has older rules of the video's own config",
    watchedMedium({ rules: { ...RULE_DIGESTS, config: "f2" } }),
    reachOfMedium("film", { ...RULE_DIGESTS, hasConfig: true }),
    { viewers: 10, reached: 0 },
  ],
  [
    "a change of the client's rules reaches viewers of all videos",
    watchedMedium({ video: "any" }),
    reachOfClient("a1"),
    { viewers: 10, reached: 9 },
  ],
  [
    "a change of the client's rules reaches no viewer of an edge with older ones",
    watchedMedium(),
    reachOfClient("a2"),
    { viewers: 10, reached: 0 },
  ],
])("%s", (_, watched, subject, reach) => expect(countReach([watched], subject)).toEqual(reach));

test("sums the viewers of all edges", () => {
  const late = watchedMedium({ viewers: 4, told: 4, rules: { ...RULE_DIGESTS, custom: "c0" } });
  expect(countReach([watchedMedium(), watchedMedium({ viewers: 3, told: 3 }), late], FILM_REACH)).toEqual({
    viewers: 17,
    reached: 12,
  });
});

test.each([
  ["that is in the collection", { video: "film" }, true],
  ["that is in another collection", { video: "other" }, false],
  ["whose page names the collection", { video: "other", collection: "Lessons" }, true],
  ["whose page names another collection with rules", { video: "film", collection: "Talks" }, false],
  ["whose page names a collection without rules", { video: "film", collection: "Nothing" }, true],
])("a collection concerns a video %s: %o", (_, changes, concerns) => {
  const named = new Set(["Lessons", "Talks"]);
  const subject = reachOfCollection({ name: "Lessons", members: new Set(["film"]), named }, "l1");
  expect(subject.concerns(watchedMedium(changes))).toBe(concerns);
});

test.each([
  ["that has the config", { video: "film" }, true],
  ["that has no config", { video: "other" }, false],
  ["whose page has the config's key", { video: "other", key: "k1" }, true],
  ["whose page has another config's key", { video: "other", key: "k2" }, false],
  ["that has another config, whatever key its page has", { video: "theirs", key: "k1" }, false],
])("a config concerns a video %s: %o", (_, changes, concerns) => {
  const of = { keys: new Set(["k1"]), members: new Set(["film"]), others: new Set(["theirs"]) };
  expect(reachOfConfig(of, "f1").concerns(watchedMedium(changes))).toBe(concerns);
});
