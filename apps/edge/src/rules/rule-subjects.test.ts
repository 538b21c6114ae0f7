import { expect, it } from "vitest";
import { PlaybackTokens } from "../playback/playback-token.ts";
import { formatSubject, parseSubject, type RuleSubject } from "./rule-subjects.ts";

const uuid = "0b0c7a1e-5b3c-4a44-8f0a-3d9d3c1a2b4f";
const playbackTokens = new PlaybackTokens([{ id: "a", secret: "a".repeat(32) }]);

it.each<RuleSubject>([
  { kind: "video", uuid },
  { kind: "config", key: uuid, collection: undefined, video: "/a/b.m3u8" },
  { kind: "config", key: uuid, collection: "Leçons 1.2", video: "été. 1" },
])("a subject is read as it was written: %o", (subject) => {
  expect(parseSubject(formatSubject(subject, playbackTokens), playbackTokens)).toEqual(subject);
});

it("a written subject hides the uuid of a video", () => {
  expect(formatSubject({ kind: "video", uuid }, playbackTokens)).not.toContain(uuid);
});
