import axe, { type Result, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe finds against people with disabilities in a page, without what it frames. @param tags of the rules; without
 * them, all that axe has switched on.
 *
 * axe is put into the page once and works out nothing but violations. The usual driver of it puts it into each frame,
 * configures it there and asks for whatever it found: twice the time of a screen.
 * @example expect(await violationsOf(page, ["wcag2a", "wcag2aa"])).toEqual([]);
 */
export async function violationsOf(page: Page, tags?: readonly string[]): Promise<Result[]> {
  await putIn(page);
  const options: RunOptions = {
    resultTypes: ["violations"],
    iframes: false,
    ...(tags ? { runOnly: [...tags] } : {}),
  };
  return page.evaluate(findViolations, options);
}

/** As it is: a page's `evaluate` copies its half a megabyte several times more. */
async function putIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: `${axe.source};undefined` });
  await session.detach();
}

/** Runs in the page. */
const findViolations = async (options: RunOptions): Promise<Result[]> => {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  return (await inPage.run(document, options)).violations;
};

/** As one line each, to be read where a test fails. */
export const linesOf = (violations: readonly Result[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
