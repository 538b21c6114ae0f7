import { expect, it } from "vitest";
import { NamedCollections } from "./named-collections.ts";

it("allows each network 20 different collections an hour, each any number of times", () => {
  let nowMs = 0;
  const named = new NamedCollections(() => nowMs);
  const nameAll = (network: string) =>
    Array.from({ length: 30 }, (_, number) => named.tryConsume(network, `client ${number}`)).filter(Boolean)
      .length;
  expect([nameAll("192.0.2.0/24"), nameAll("192.0.2.0/24")]).toEqual([20, 20]);
  expect(named.tryConsume("192.0.2.0/24", "client 25")).toBe(false);
  expect(named.tryConsume("198.51.100.0/24", "client 25")).toBe(true);
  nowMs += 3_600_000;
  expect(named.tryConsume("192.0.2.0/24", "client 25")).toBe(true);
});
