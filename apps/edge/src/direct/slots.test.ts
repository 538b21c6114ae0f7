import { expect, it } from "vitest";
import { PlaybackTokens } from "../playback/playback-token.ts";
import { Slots } from "./slots.ts";

const SIGNING_KEY = { id: "k1", secret: "s".repeat(32) };
const SLOT_OWNER = { uuid: "11111111-2222-4333-8444-555555555555", sessionId: "session" };
const DAY_MS = 24 * 3_600_000;
let nowMs = 1_000_000;
const slots = new Slots([SIGNING_KEY], () => nowMs);
const slot = slots.sign("place", SLOT_OWNER);

it("a slot proves its owner's place, also under an earlier key, and does not reveal the live", () => {
  expect(slots.find(slot, SLOT_OWNER)).toBe("place");
  const later = new Slots([{ id: "k2", secret: "t".repeat(32) }, SIGNING_KEY], () => nowMs);
  expect(later.find(slot, SLOT_OWNER)).toBe("place");
  expect(slot).not.toContain(SLOT_OWNER.uuid.slice(0, 8));
});

it("a slot is invalid for another session, for another room, and after a day", () => {
  expect(slots.find(slot, { ...SLOT_OWNER, sessionId: "other" })).toBeUndefined();
  expect(slots.find(slot, { ...SLOT_OWNER, uuid: "other" })).toBeUndefined();
  nowMs += DAY_MS;
  expect(slots.find(slot, SLOT_OWNER)).toBeUndefined();
  nowMs -= DAY_MS;
});

it.each([
  ["forged", slot.replace("place", "plaza")],
  [
    "signed with another secret",
    new Slots([{ ...SIGNING_KEY, secret: "x".repeat(32) }], () => nowMs).sign("place", SLOT_OWNER),
  ],
  [
    "a ticket",
    new PlaybackTokens([SIGNING_KEY], () => nowMs, "room").sign({
      ...SLOT_OWNER,
      clientId: "c",
      generation: 1,
      expiresAtMs: 2e6,
    }),
  ],
  ["empty", ""],
])("a slot that is %s is invalid", (_what, given) => {
  expect(slots.find(given, SLOT_OWNER)).toBeUndefined();
});
