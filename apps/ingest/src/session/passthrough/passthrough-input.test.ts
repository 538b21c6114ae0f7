import { describe, expect, it } from "vitest";
import { CONFIG, keyFrame, laterFrame, SOUND_CONFIG, sound } from "../../testing/messages.ts";
import { PassthroughInput } from "./passthrough-input.ts";

const timed = (message: ReturnType<typeof keyFrame>) => ({ ...message, arrivedAtMs: message.timestampMs });
const open = (configs = [CONFIG, SOUND_CONFIG]) => new PassthroughInput({ configs });

/** Creates a decoder configuration with another profile and the same frame size. */
function configOf(profile: number) {
  const payload = Buffer.from(CONFIG.payload);
  payload[6] = profile;
  return { ...CONFIG, payload };
}

describe("passthrough input", () => {
  it("continues while video and audio arrive with repeated configurations", () => {
    const input = open();
    const messages = [
      keyFrame(0),
      sound(0),
      laterFrame(600),
      sound(23),
      CONFIG,
      SOUND_CONFIG,
      laterFrame(1_200),
    ];
    expect(messages.map((message) => input.handle(timed(message)))).toEqual(messages.map(() => true));
  });

  it("does not continue after a gap, or with another configuration", () => {
    const input = open();
    input.handle(timed(keyFrame(0)));
    input.handle(timed(sound(0)));
    expect(input.handle(timed(laterFrame(601)))).toBe(false);
    expect(input.handle(timed(sound(601)))).toBe(false);
    expect(input.handle(timed(configOf(77)))).toBe(false);
    expect(open([CONFIG]).handle(timed(SOUND_CONFIG))).toBe(false);
  });

  it("flows once a second frame has arrived in time", () => {
    const input = open();
    const isFlowingAfter = (message: ReturnType<typeof keyFrame>) => [
      input.handle(timed(message)),
      input.isFlowing,
    ];
    expect(isFlowingAfter(keyFrame(0))).toEqual([true, false]);
    expect(isFlowingAfter(sound(23))).toEqual([true, false]);
    expect(isFlowingAfter(laterFrame(601))).toEqual([false, false]);
    expect(isFlowingAfter(laterFrame(600))).toEqual([true, true]);
    expect(open([SOUND_CONFIG]).isFlowing).toBe(true);
  });

  it("is refused after ten seconds without a key frame, reported in whole seconds", () => {
    const input = open();
    input.handle(timed(keyFrame(0)));
    for (let atMs = 400; atMs <= 10_400; atMs += 400)
      expect(input.handle(timed(laterFrame(atMs)))).toBe(true);
    expect(() => input.handle(timed(laterFrame(10_440)))).toThrow("every 10 seconds");
  });

  it("is refused if browsers cannot play it", () => {
    expect(() => open([configOf(110)])).toThrow("Browsers do not play");
    expect(() => open([configOf(66)])).not.toThrow();
  });
});
