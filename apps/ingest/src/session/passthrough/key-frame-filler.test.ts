import { beforeEach, expect, test } from "vitest";
import { keyFrame, laterFrame, soundFrame, VIDEO_CONFIG } from "../../testing/messages.ts";
import { KeyFrameFiller } from "./key-frame-filler.ts";

const AVC_VIDEO = { width: 320, height: 180, fps: { num: 25, den: 1 }, isInterlaced: false };
const FILLER_HEAD = { config: VIDEO_CONFIG, picture: AVC_VIDEO };

let filler: KeyFrameFiller;
beforeEach(() => {
  filler = new KeyFrameFiller();
  filler.begin(FILLER_HEAD);
});

/** Returns the process's input for messages written as text: `K` and `P` for video, `S` for audio, with the time. */
const handleAll = (...messages: ReturnType<typeof soundFrame>[]) =>
  messages
    .flatMap((message) => filler.handle(message))
    .map((message) => nameOf(message) + message.timestampMs);
const nameOf = ({ kind, payload }: ReturnType<typeof soundFrame>) =>
  kind === "audio" ? "S" : payload[0] === 0x17 ? "K" : "P";

test("video counts as missing after 1.5 s without a frame, until one is passed through again", () => {
  expect([filler.head, filler.isAway(5_000)]).toEqual([undefined, false]);
  filler.record(keyFrame(0));
  filler.record(laterFrame(40));
  expect([filler.isAway(1_539), filler.isAway(1_540), filler.head]).toEqual([false, true, FILLER_HEAD]);
  filler.begin(filler.head);
  handleAll(soundFrame(1_540));
  expect(filler.isAway(1_560)).toBe(true);
  filler.begin(FILLER_HEAD);
  filler.record(keyFrame(1_580));
  expect(filler.isAway(1_600)).toBe(false);
});

test("the last key frame is sent with the first audio and then twice a second, without other frames", () => {
  filler.record(keyFrame(0));
  filler.record(laterFrame(1_000));
  filler.begin(filler.head);
  expect(handleAll(soundFrame(2_500), soundFrame(2_980), laterFrame(2_990), soundFrame(3_000))).toEqual([
    "K2500",
    "S2500",
    "S2980",
    "K3000",
    "S3000",
  ]);
});
