import { simulate } from "@shoal/swarm-sim";
import { describe, expect, it } from "vitest";
import { findScenario } from "./scenarios.ts";
import { runScenario } from "./swarm-simulation.ts";

const SHORT_SCENARIOS = [
  "8 live, latency ≤ 10 s",
  "8 live, uplinks 0.2× 2× 10×",
  "8 live, one liar",
  "4 VOD at once, behind one line of 3×",
];

describe("the simulated swarm", () => {
  it.each(SHORT_SCENARIOS)("reaches the targets of the scenario %s", (name) => {
    const figure = runScenario(findScenario(name));
    expect(figure.isReached, `${figure.value}; ${figure.detail}`).toBe(true);
  });

  it("returns the same result in each run", () => {
    const options = { ...findScenario("8 VOD, 5 s apart, free uplinks").options, durationMs: 30_000 };
    const { viewers: _a, ...once } = simulate(options);
    const { viewers: _b, ...again } = simulate(options);
    expect(again).toEqual(once);
  });

  it("does not increase the latency of a live", () => {
    const { options } = findScenario("8 live, uplinks 1.5×");
    const withPeers = simulate(options);
    const alone = simulate({ ...options, isPeering: false });
    expect(withPeers.latencyWorstSec).toBeLessThanOrEqual(alone.latencyWorstSec + 0.1);
  });
});
