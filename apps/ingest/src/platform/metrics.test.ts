import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("metrics count relays by state, and sources by fault", async () => {
  const { registry } = createMetrics({
    states: () => [],
    usedCores: () => 0,
    leftOutRungs: () => 0,
    relays: () => ["live", "live", "waiting"],
    sources: () => [null, null, "source_unreachable"],
  });
  const lines = (await registry.metrics()).split("\n");
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}{`) && !line.endsWith(" 0"));
  expect(valuesOf("shoal_ingest_relays")).toEqual([
    'shoal_ingest_relays{state="live"} 2',
    'shoal_ingest_relays{state="waiting"} 1',
  ]);
  expect(valuesOf("shoal_ingest_sources")).toEqual([
    'shoal_ingest_sources{fault="none"} 2',
    'shoal_ingest_sources{fault="source_unreachable"} 1',
  ]);
  expect(lines).toContain('shoal_ingest_relays{state="connecting"} 0');
});
