import { describe, expect, it } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";
import { LoadingCache } from "./loading-cache.ts";
import { RateLimiter } from "./rate-limiter.ts";

describe("BoundedCache", () => {
  it("drops what was used longest ago when the weight is reached", () => {
    const cache = new BoundedCache<string, string>(5, (text) => text.length);
    cache.set("a", "aa");
    cache.set("b", "bb");
    cache.get("a");
    cache.set("c", "cc");
    expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.weight]).toEqual([
      "aa",
      undefined,
      "cc",
      4,
    ]);
  });

  it("does not keep a value heavier than itself", () => {
    const cache = new BoundedCache<string, string>(3, (text) => text.length);
    cache.set("a", "aaaa");
    expect([cache.get("a"), cache.weight]).toEqual([undefined, 0]);
  });
});

describe("LoadingCache", () => {
  it("loads once for callers at the same time, and again after a failure", async () => {
    let loads = 0;
    const cache = new LoadingCache(new BoundedCache<string, number>(10));
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error("away");
      return loads;
    };
    await expect(Promise.all([cache.get("k", load), cache.get("k", load)])).rejects.toThrow("away");
    expect(await Promise.all([cache.get("k", load), cache.get("k", load)])).toEqual([2, 2]);
    expect(cache.peek("k")).toBe(2);
  });
});

describe("RateLimiter", () => {
  it("refuses beyond the minute's share and recovers with time", () => {
    let nowMs = 0;
    const limiter = new RateLimiter({ perMinute: 2, nowMs: () => nowMs });
    expect([limiter.take("a"), limiter.take("a"), limiter.take("a"), limiter.take("b")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    nowMs = 30_000;
    expect([limiter.take("a"), limiter.take("a")]).toEqual([true, false]);
  });
});
