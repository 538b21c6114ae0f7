import { JointRates } from "@shoal/limits";
import { expect, onTestFinished, test, vi } from "vitest";
import { RateLimiter } from "./rate-limiter.ts";

const countPassing = (limiter: RateLimiter, caller: string) => {
  for (let n = 0; ; n++) if (!limiter.tryConsume(caller)) return n;
};

test("edges that share rates have one allowance per network of a caller", async () => {
  let poured = 0;
  const counts = {
    add: async () => new Map<string, number>(),
    async pour(told: readonly { key: string; units: number }[]) {
      return new Map(
        told.map(({ key, units }) => {
          poured += units;
          return [key, poured];
        }),
      );
    },
  };
  const edge = () => {
    const rates = new JointRates({ name: "edge", counts, onError: () => undefined, now: () => 0 });
    return { rates, limiter: new RateLimiter({ perMinute: 10, joint: { rates, name: "plays" } }) };
  };
  const [first, second] = [edge(), edge()];
  for (let n = 0; n < 8; n++) expect(first.limiter.tryConsume("2001:db8::1")).toBe(true);
  await first.rates.exchange();
  expect(second.limiter.tryConsume("2001:db8::2")).toBe(true);
  await second.rates.exchange();
  expect(countPassing(second.limiter, "2001:db8::3")).toBe(1);
  expect(countPassing(second.limiter, "192.0.2.1")).toBe(10);
});

test("without shared rates, each edge counts on its own", () => {
  const edge = () =>
    new RateLimiter({ perMinute: 10, nowMs: () => 0, joint: { rates: undefined, name: "plays" } });
  expect([countPassing(edge(), "192.0.2.1"), countPassing(edge(), "192.0.2.1")]).toEqual([10, 10]);
});

test.each([
  ["its own clock", {}],
  ["a clock that follows it", { nowMs: () => Date.now() }],
])("a limiter with %s refuses nobody after the wall clock was set back", (_what, clock) => {
  vi.setSystemTime(Date.now());
  onTestFinished(() => void vi.useRealTimers());
  const limiter = new RateLimiter({ perMinute: 10, ...clock });
  expect(limiter.tryConsume("192.0.2.1")).toBe(true);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(limiter.tryConsume("192.0.2.1")).toBe(true);
  expect(limiter.tryConsume("192.0.2.1")).toBe(true);
});
