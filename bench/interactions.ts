import type { Page } from "playwright-core";

/**
 * Interaction to next paint is the slowest interaction, except that one outlier per this many interactions is ignored
 * (web.dev/articles/inp).
 */
const INTERACTIONS_PER_OUTLIER = 50;

/** Makes the page record how long each interaction takes until the next paint. */
export const watchInteractions = (page: Page) =>
  page.evaluate(() => {
    const seen: Record<number, number> = {};
    Object.assign(window, { seen });
    const observer = new PerformanceObserver((list) => {
      // The browser reports press, release and click as separate events of one interaction.
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) seen[interactionId] = Math.max(seen[interactionId] ?? 0, duration);
    });
    observer.observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });

/** Returns the durations in ms of the interactions since `watchInteractions` that took 16 ms or more. */
export async function readInteractions(page: Page): Promise<number[]> {
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 500))));
  return page.evaluate(() => Object.values((window as unknown as { seen: Record<number, number> }).seen));
}

/**
 * Returns the interaction to next paint (INP), or 0 if no interaction took 16 ms.
 * @param durations ms of the slower interactions among `count`.
 */
export const inpOf = (durations: readonly number[], count: number): number =>
  durations.toSorted((a, b) => b - a)[Math.floor(count / INTERACTIONS_PER_OUTLIER)] ?? 0;
