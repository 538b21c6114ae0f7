import { describe, expect, it } from "vitest";
import { LoadingCache } from "./loading-cache.ts";
import { RateLimiter } from "./rate-limiter.ts";

describe("LoadingCache", () => {
  it("loads once for concurrent callers, and again after a failure", async () => {
    let loads = 0;
    const cache = new LoadingCache<number>({ maxBytes: 10, bytesOf: () => 1 });
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error("away");
      return loads;
    };
    await expect(Promise.all([cache.get("k", load), cache.get("k", load)])).rejects.toThrow("away");
    expect(await Promise.all([cache.get("k", load), cache.get("k", load)])).toEqual([2, 2]);
    expect(cache.peek("k")).toBe(2);
  });

  it("evicts the least recently used entries, and stores nothing larger than its limit", async () => {
    const evicted: string[] = [];
    const cache = new LoadingCache<string>({
      maxBytes: 5,
      bytesOf: ({ length }) => length,
      onEvicted: (value) => evicted.push(value),
    });
    for (const value of ["aa", "bb", "aa", "cc", "six of", ""]) await cache.get(value, async () => value);
    expect(["aa", "bb", "cc", "six of", ""].map((key) => cache.peek(key))).toEqual([
      "aa",
      undefined,
      "cc",
      undefined,
      "",
    ]);
    expect(evicted).toEqual(["bb"]);
  });
});

describe("RateLimiter", () => {
  it("refuses requests beyond the allowance per minute, and recovers with time", () => {
    let nowMs = 0;
    const limiter = new RateLimiter({ perMinute: 2, nowMs: () => nowMs });
    expect([
      limiter.tryConsume("a"),
      limiter.tryConsume("a"),
      limiter.tryConsume("a"),
      limiter.tryConsume("b"),
    ]).toEqual([true, true, false, true]);
    nowMs = 30_000;
    expect([limiter.tryConsume("a"), limiter.tryConsume("a")]).toEqual([true, false]);
  });
});
