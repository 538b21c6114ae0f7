/** The longest wait, in ms, in a page that is busy all the time. */
const MAX_IDLE_MS = 1_000;

/** Resolves when the browser is idle, or immediately in browsers that do not report idle periods. */
export const waitUntilIdle = (): Promise<unknown> =>
  new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(resolve, { timeout: MAX_IDLE_MS });
    else resolve(undefined);
  });
