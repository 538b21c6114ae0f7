import { beforeEach, expect, test } from "vitest";
import { CONFIG, keyFrame, laterFrame, sound } from "../../testing/messages.ts";
import { KeyFrameFiller } from "./key-frame-filler.ts";

const PICTURE = { width: 320, height: 180, fps: { num: 25, den: 1 }, isInterlaced: false };
const HEAD = { config: CONFIG, picture: PICTURE };

let held: KeyFrameFiller;
beforeEach(() => {
  held = new KeyFrameFiller();
  held.begin(HEAD);
});

/** Returns the process's input for messages as text: `K` and `P` for video, `S` for audio, with the time. */
const give = (...messages: ReturnType<typeof sound>[]) =>
  messages.flatMap((message) => held.handle(message)).map((message) => nameOf(message) + message.timestampMs);
const nameOf = ({ kind, payload }: ReturnType<typeof sound>) =>
  kind === "audio" ? "S" : payload[0] === 0x17 ? "K" : "P";

test("video counts as missing after 1.5 s without a frame, until one is passed through again", () => {
  expect([held.head, held.isAway(5_000)]).toEqual([undefined, false]);
  held.record(keyFrame(0));
  held.record(laterFrame(40));
  expect([held.isAway(1_539), held.isAway(1_540), held.head]).toEqual([false, true, HEAD]);
  held.begin(held.head);
  give(sound(1_540));
  expect(held.isAway(1_560)).toBe(true);
  held.begin(HEAD);
  held.record(keyFrame(1_580));
  expect(held.isAway(1_600)).toBe(false);
});

test("the last key frame is sent with the first audio and then twice a second, without other frames", () => {
  held.record(keyFrame(0));
  held.record(laterFrame(1_000));
  held.begin(held.head);
  expect(give(sound(2_500), sound(2_980), laterFrame(2_990), sound(3_000))).toEqual([
    "K2500",
    "S2500",
    "S2980",
    "K3000",
    "S3000",
  ]);
});
