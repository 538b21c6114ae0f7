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

const RULES: RuleDigests = { custom: "c1", collection: "l1", config: "f1", client: "a1" };
const medium = (changes: Partial<WatchedMedium> = {}): WatchedMedium => ({
  video: "film",
  key: null,
  collection: null,
  viewers: 10,
  told: 9,
  rules: RULES,
  ...changes,
});
const FILM = reachOfMedium("film", { ...RULES, hasConfig: false });

test.each<[string, WatchedMedium, ReachSubject, { viewers: number; reached: number }]>([
  ["those who were told have them", medium(), FILM, { viewers: 10, reached: 9 }],
  ["nobody of another video counts", medium({ video: "other" }), FILM, { viewers: 0, reached: 0 }],
  [
    "an edge that knows older rules has told nobody",
    medium({ rules: { ...RULES, custom: "c0" } }),
    FILM,
    { viewers: 10, reached: 0 },
  ],
  ["nor has one that knows none", medium({ rules: null }), FILM, { viewers: 10, reached: 0 }],
  [
    "the collection that a page names is not the saved one",
    medium({ collection: "Lessons", rules: { ...RULES, collection: "l2" } }),
    FILM,
    { viewers: 10, reached: 9 },
  ],
  [
    "a video without a config has that of its page",
    medium({ rules: { ...RULES, config: "f2" } }),
    FILM,
    { viewers: 10, reached: 9 },
  ],
  [
    "one that has a config has that one",
    medium({ rules: { ...RULES, config: "f2" } }),
    reachOfMedium("film", { ...RULES, hasConfig: true }),
    { viewers: 10, reached: 0 },
  ],
  [
    "all viewers have the client's",
    medium({ video: "any" }),
    reachOfClient("a1"),
    { viewers: 10, reached: 9 },
  ],
  ["and none while an edge knows older ones", medium(), reachOfClient("a2"), { viewers: 10, reached: 0 }],
])("%s", (_, watched, subject, reach) => expect(countReach([watched], subject)).toEqual(reach));

test("sums the viewers of all edges", () => {
  const late = medium({ viewers: 4, told: 4, rules: { ...RULES, custom: "c0" } });
  expect(countReach([medium(), medium({ viewers: 3, told: 3 }), late], FILM)).toEqual({
    viewers: 17,
    reached: 12,
  });
});

test.each([
  ["in it", { video: "film" }, true],
  ["in another one", { video: "other" }, false],
  ["whose page names it", { video: "other", collection: "Lessons" }, true],
  ["whose page names another one with rules", { video: "film", collection: "Talks" }, false],
  ["whose page names one without rules", { video: "film", collection: "Nothing" }, true],
])("a collection concerns a video %s: %o", (_, changes, concerns) => {
  const named = new Set(["Lessons", "Talks"]);
  const subject = reachOfCollection({ name: "Lessons", members: new Set(["film"]), named }, "l1");
  expect(subject.concerns(medium(changes))).toBe(concerns);
});

test.each([
  ["that has it", { video: "film" }, true],
  ["that has none", { video: "other" }, false],
  ["whose page has its key", { video: "other", key: "k1" }, true],
  ["whose page has another key", { video: "other", key: "k2" }, false],
  ["that has another one, whatever its page has", { video: "theirs", key: "k1" }, false],
])("a config concerns a video %s: %o", (_, changes, concerns) => {
  const of = { keys: new Set(["k1"]), members: new Set(["film"]), others: new Set(["theirs"]) };
  expect(reachOfConfig(of, "f1").concerns(medium(changes))).toBe(concerns);
});
