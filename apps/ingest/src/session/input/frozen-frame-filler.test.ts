import { beforeEach, expect, test } from "vitest";
import { keyFrame, laterFrame, soundFrame, VIDEO_CONFIG } from "../../testing/messages.ts";
import { FrozenFrameFiller } from "./frozen-frame-filler.ts";

const AVC_VIDEO = { width: 320, height: 180, fps: { num: 25, den: 1 }, isInterlaced: false };

let filler: FrozenFrameFiller;
beforeEach(() => {
  filler = new FrozenFrameFiller();
  filler.begin({ config: VIDEO_CONFIG, picture: AVC_VIDEO });
});

/** Returns the encoder's input for messages written as text: `K` and `P` for video, `S` for audio, with the time. */
const handleAll = (...messages: ReturnType<typeof soundFrame>[]) =>
  messages
    .flatMap((message) => filler.handle(message))
    .map((message) => nameOf(message) + message.timestampMs);
const nameOf = ({ kind, payload }: ReturnType<typeof soundFrame>) =>
  kind === "audio" ? "S" : payload[0] === 0x17 ? "K" : "P";

test("regular input is passed on unchanged", () => {
  expect(
    handleAll(VIDEO_CONFIG, keyFrame(0), soundFrame(20), laterFrame(40), soundFrame(900), laterFrame(960)),
  ).toEqual(["K0", "K0", "S20", "P40", "S900", "P960"]);
});

test("the last frame is repeated while only audio arrives, with all frames needed to decode it", () => {
  handleAll(keyFrame(0), laterFrame(40));
  expect(handleAll(soundFrame(1_500))).toEqual(["S1500"]);
  expect(handleAll(soundFrame(1_540))).toEqual(["K540", "P540", "S1540"]);
  expect(handleAll(soundFrame(2_000))).toEqual(["S2000"]);
  expect(handleAll(soundFrame(2_040))).toEqual(["K1040", "P1040", "S2040"]);
});

test("a returning frame follows the repeated frames that it depends on", () => {
  handleAll(keyFrame(0), laterFrame(40), soundFrame(1_540));
  expect(handleAll(laterFrame(400), soundFrame(1_560), laterFrame(1_580))).toEqual([
    "P540",
    "S1560",
    "P1580",
  ]);
  expect(handleAll(soundFrame(3_080))).toEqual(["K2080", "P2080", "P2080", "P2080", "S3080"]);
});

test("an encoder that starts meanwhile gets the frozen frame before its first audio", () => {
  handleAll(keyFrame(0), laterFrame(40));
  expect(filler.isAway(1_539)).toBe(false);
  expect(filler.isAway(1_540)).toBe(true);
  handleAll(soundFrame(1_540));
  expect(filler.isAway(1_560)).toBe(true);
  filler.begin(filler.head);
  expect(handleAll(soundFrame(1_560), soundFrame(1_580), laterFrame(1_600))).toEqual([
    "K560",
    "P560",
    "S1560",
    "S1580",
    "P1600",
  ]);
  expect(filler.isAway(1_620)).toBe(false);
});

test("another publisher's frames are dropped until its first key frame", () => {
  handleAll(keyFrame(0), laterFrame(40));
  filler.reset();
  expect(handleAll(soundFrame(2_000), laterFrame(2_010), keyFrame(2_050), laterFrame(2_090))).toEqual([
    "K1000",
    "P1000",
    "S2000",
    "K2050",
    "P2090",
  ]);
});

test("no frame is repeated after its configuration has changed, or if it depends on too many", () => {
  handleAll(keyFrame(0), {
    ...VIDEO_CONFIG,
    payload: Buffer.concat([VIDEO_CONFIG.payload, Buffer.from([0])]),
  });
  expect([filler.head, handleAll(soundFrame(5_000))]).toEqual([undefined, ["S5000"]]);
  handleAll(keyFrame(5_000), ...Array.from({ length: 300 }, (_, n) => laterFrame(5_001 + n)));
  expect(handleAll(soundFrame(60_000))).toEqual(["S60000"]);
  handleAll(keyFrame(60_000));
  expect(handleAll(soundFrame(62_000))).toEqual(["K61000", "S62000"]);
});

test("a frame that depends on many others is repeated less often", () => {
  handleAll(keyFrame(0), ...Array.from({ length: 249 }, (_, n) => laterFrame(n + 1)));
  expect([handleAll(soundFrame(3_000)).length, handleAll(soundFrame(3_250)).length]).toEqual([1, 251]);
});
