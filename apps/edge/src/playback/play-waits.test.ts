import { describe, expect, it } from "vitest";
import { PlayWaits, parseWaitMs } from "./play-waits.ts";

describe("waitMsOf", () => {
  it.each([
    [undefined, 0],
    ["wait=20", 20_000],
    ["wait=0", 0],
    ["wait=999", 25_000],
    ["wait=-1", 0],
    ["respond-async, wait=20", 0],
  ])("parses %j as %d ms", (prefer, ms) => expect(parseWaitMs(prefer)).toBe(ms));
});

describe("held calls", () => {
  const never = { attempt: () => Promise.reject(new Error("too early")), isEarly: () => true };
  const waitOf = (gone = new AbortController().signal) => {
    let heldCount = 0;
    const onHeld = () => {
      heldCount += 1;
    };
    return { wait: { timeoutMs: 60_000, gone, onHeld }, heldCount: () => heldCount };
  };

  it("are forgotten when their caller disconnects", async () => {
    const waits = new PlayWaits();
    const leaving = new AbortController();
    const { wait } = waitOf(leaving.signal);
    const held = waits.hold("v1", wait, never);
    expect(waits.count).toBe(1);
    leaving.abort();
    await expect(held).rejects.toThrow("too early");
    expect(waits.count).toBe(0);
  });

  it("are refused at once if too many are held", async () => {
    const waits = new PlayWaits(1);
    const first = waits.hold("v1", waitOf().wait, never);
    const { wait, heldCount } = waitOf();
    await expect(waits.hold("v1", wait, never)).rejects.toThrow("too early");
    expect(heldCount()).toBe(0);
    waits.close();
    await expect(first).rejects.toThrow("too early");
  });

  it("are retried after a change during their attempt", async () => {
    const waits = new PlayWaits();
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts > 1) return "there";
      waits.wake("v1");
      throw new Error("too early");
    };
    expect(await waits.hold("v1", waitOf().wait, { attempt, isEarly: () => true })).toBe("there");
  });
});
