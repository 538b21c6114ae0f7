import type { Bench, Figure } from "./bench.ts";
import { swarmSettings } from "./settings.ts";
import { BROWSER_CASES, type BrowserCase } from "./viewers/cases.ts";
import { evaluateCase } from "./viewers/evaluate-case.ts";
import { runCase } from "./viewers/run-case.ts";

/** Measures eight viewers in Chromium, compared with their simulation and with another open peer-to-peer engine. */
async function measureCases(name: BrowserCase["bench"]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const browserCase of casesOfBench(name)) {
    console.log(`  ${browserCase.scenario.name}`);
    figures.push(...(await measureCase(browserCase)));
  }
  return figures;
}

const casesOfBench = (name: BrowserCase["bench"]) =>
  BROWSER_CASES.filter(
    ({ bench, scenario }) => bench === name && scenario.name.includes(swarmSettings.caseWord),
  );

async function measureCase(browserCase: BrowserCase): Promise<Figure[]> {
  try {
    return evaluateCase(browserCase, await runCase(browserCase, swarmSettings));
  } catch (error) {
    if (!browserCase.isShaped) throw error;
    const { bench, scenario } = browserCase;
    const what = { name: `${bench}: ${scenario.name}`, reach: "network namespaces and tc", isReached: false };
    return [{ ...what, value: `not measured: ${String(error)}` }];
  }
}

const BENCH_NAMES = [...new Set(BROWSER_CASES.map(({ bench }) => bench))];

export const swarmBench: Bench[] = BENCH_NAMES.map((name) => ({ name, run: () => measureCases(name) }));
