import { beaconMinute } from "@shoal/testkit";
import { beforeEach, expect, it } from "vitest";
import { NewMedia } from "./new-media.ts";

let nowMs = 0;
let newMedia: NewMedia;
beforeEach(() => {
  nowMs = 1_000_000;
  newMedia = new NewMedia(() => nowMs);
});
/** Creates a viewing. Each one is a separate session unless the test passes a session id. */
const viewingWith = (changes: object = {}) => ({
  sessionId: crypto.randomUUID(),
  clientId: "a client",
  video: "film",
  configUuid: "key",
  network: "192.0.2.0/24",
  bornAtMs: nowMs - 20_000,
  ...changes,
});
const playedMinutes = (secServer: number, bytesServer = 1_000) => [
  beaconMinute(16, { secServer, bytesServer }),
];

it("media are listed once a session has watched them for ten seconds", () => {
  expect(newMedia.mayList(viewingWith(), playedMinutes(4))).toBe(false);
  expect(newMedia.mayList(viewingWith(), playedMinutes(12, 0))).toBe(false);
  // The report contains more playback than the time since the edge opened the session allows.
  expect(newMedia.mayList(viewingWith({ bornAtMs: nowMs - 2_000 }), playedMinutes(60))).toBe(false);
  expect(newMedia.mayList(viewingWith(), playedMinutes(12))).toBe(true);
});

it("new names per network and key are limited each hour, and known names may be repeated", () => {
  const countOf = (changes: (nth: number) => object) =>
    Array.from({ length: 700 }, (_, nth) =>
      newMedia.mayList(viewingWith(changes(nth)), playedMinutes(12)),
    ).filter(Boolean).length;
  expect(countOf((nth) => ({ video: `film ${nth}` }))).toBe(60);
  expect(countOf(() => ({ video: "film 1" }))).toBe(700);
  const networks = (nth: number) => ({ video: `film ${nth}`, network: `198.51.${nth % 200}.0/24` });
  expect(countOf(networks)).toBe(600);
  nowMs += 3_600_000;
  expect(newMedia.mayList(viewingWith({ video: "film 699" }), playedMinutes(12))).toBe(true);
});

it("a preloaded short video is listed even if a minute ends during its playback", () => {
  const record = (minute: number, secServer: number, bytesServer: number) =>
    newMedia.mayList(viewingWith({ sessionId: "s" }), [beaconMinute(minute, { secServer, bytesServer })]);
  expect(record(16, 4, 1_000)).toBe(false);
  expect(record(16, 7, 1_000)).toBe(false);
  expect(record(17, 2, 0)).toBe(false);
  expect(record(17, 4, 0)).toBe(true);
});
