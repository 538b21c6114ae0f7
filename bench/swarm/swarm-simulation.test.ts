import { simulate } from "@shoal/swarm-sim";
import { describe, expect, it } from "vitest";
import { scenarioNamed } from "./scenarios.ts";
import { runScenario } from "./swarm-simulation.ts";

const SHORT = [
  "8 live, latency ≤ 10 s",
  "8 live, uplinks 0.2× 2× 10×",
  "8 live, one liar",
  "4 VOD at once, behind one line of 3×",
];

describe("the simulated swarm", () => {
  it.each(SHORT)("reaches the targets of the scenario %s", (name) => {
    const figure = runScenario(scenarioNamed(name));
    expect(figure.isReached, `${figure.value}; ${figure.detail}`).toBe(true);
  });

  it("returns the same result in each run", () => {
    const options = { ...scenarioNamed("8 VOD, 5 s apart, free uplinks").options, durationMs: 30_000 };
    const { viewers: _a, ...once } = simulate(options);
    const { viewers: _b, ...again } = simulate(options);
    expect(again).toEqual(once);
  });

  it("does not increase the latency of a live", () => {
    const { options } = scenarioNamed("8 live, uplinks 1.5×");
    const withPeers = simulate(options);
    const alone = simulate({ ...options, isPeering: false });
    expect(withPeers.latencyWorstSec).toBeLessThanOrEqual(alone.latencyWorstSec + 0.1);
  });
});
