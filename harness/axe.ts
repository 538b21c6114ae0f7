import axe, { type Result, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/**
 * Returns the accessibility violations that axe finds in a page, excluding its frames. axe is injected once and reports only
 * violations. The usual driver of axe injects it into each frame, configures it there and requests all results. This doubles the
 * time per screen.
 * @param tags axe's tags of the rules to run; by default, all rules enabled in axe.
 * @example expect(await violationsOf(page, ["wcag2a", "wcag2aa"])).toEqual([]);
 */
export async function violationsOf(page: Page, tags?: readonly string[]): Promise<Result[]> {
  await injectAxe(page);
  const options: RunOptions = {
    resultTypes: ["violations"],
    iframes: false,
    ...(tags ? { runOnly: [...tags] } : {}),
  };
  return page.evaluate(findViolations, options);
}

/** axe is injected as a script, because `evaluate` would copy its half a megabyte several more times. */
async function injectAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: `${axe.source};undefined` });
  await session.detach();
}

/** Runs axe. This function runs in the page. */
const findViolations = async (options: RunOptions): Promise<Result[]> => {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  return (await inPage.run(document, options)).violations;
};

/** Returns the violations for the message of a failed test, one per line. */
export const linesOf = (violations: readonly Result[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
