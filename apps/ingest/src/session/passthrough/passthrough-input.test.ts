import { describe, expect, it } from "vitest";
import { keyFrame, laterFrame, SOUND_CONFIG, soundFrame, VIDEO_CONFIG } from "../../testing/messages.ts";
import { PassthroughInput } from "./passthrough-input.ts";

const withArrival = (message: ReturnType<typeof keyFrame>) => ({
  ...message,
  arrivedAtMs: message.timestampMs,
});
const openInput = (configs = [VIDEO_CONFIG, SOUND_CONFIG]) => new PassthroughInput({ configs });

/** Creates a decoder configuration with another profile and the same frame size. */
function buildConfig(profile: number) {
  const payload = Buffer.from(VIDEO_CONFIG.payload);
  payload[6] = profile;
  return { ...VIDEO_CONFIG, payload };
}

describe("passthrough input", () => {
  it("continues while video and audio arrive with repeated configurations", () => {
    const input = openInput();
    const messages = [
      keyFrame(0),
      soundFrame(0),
      laterFrame(600),
      soundFrame(23),
      VIDEO_CONFIG,
      SOUND_CONFIG,
      laterFrame(1_200),
    ];
    expect(messages.map((message) => input.handle(withArrival(message)))).toEqual(messages.map(() => true));
  });

  it("does not continue after a gap, or with another configuration", () => {
    const input = openInput();
    input.handle(withArrival(keyFrame(0)));
    input.handle(withArrival(soundFrame(0)));
    expect(input.handle(withArrival(laterFrame(601)))).toBe(false);
    expect(input.handle(withArrival(soundFrame(601)))).toBe(false);
    expect(input.handle(withArrival(buildConfig(77)))).toBe(false);
    expect(openInput([VIDEO_CONFIG]).handle(withArrival(SOUND_CONFIG))).toBe(false);
  });

  it("flows once a second frame has arrived in time", () => {
    const input = openInput();
    const isFlowingAfter = (message: ReturnType<typeof keyFrame>) => [
      input.handle(withArrival(message)),
      input.isFlowing,
    ];
    expect(isFlowingAfter(keyFrame(0))).toEqual([true, false]);
    expect(isFlowingAfter(soundFrame(23))).toEqual([true, false]);
    expect(isFlowingAfter(laterFrame(601))).toEqual([false, false]);
    expect(isFlowingAfter(laterFrame(600))).toEqual([true, true]);
    expect(openInput([SOUND_CONFIG]).isFlowing).toBe(true);
  });

  it("is refused after ten seconds without a key frame, reported in whole seconds", () => {
    const input = openInput();
    input.handle(withArrival(keyFrame(0)));
    for (let atMs = 400; atMs <= 10_400; atMs += 400)
      expect(input.handle(withArrival(laterFrame(atMs)))).toBe(true);
    expect(() => input.handle(withArrival(laterFrame(10_440)))).toThrow("every 10 seconds");
  });

  it("is refused if browsers cannot play it", () => {
    expect(() => openInput([buildConfig(110)])).toThrow("Browsers do not play");
    expect(() => openInput([buildConfig(66)])).not.toThrow();
  });
});
