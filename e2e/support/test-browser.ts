import { CHROMIUM, CHROMIUM_SHELL } from "@shoal/testkit";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

export interface FileBrowser {
  /** The running test's own. */
  readonly context: BrowserContext;
  /** As somebody else's browser: nothing is shared with the test's own. Closed with it. */
  newContext(): Promise<BrowserContext>;
}

/**
 * A browser for the file's tests, and in it for each of them a context that nobody used: a start of Chromium costs more
 * than most tests.
 * @example const browser = useBrowser(); // at the top of the file; later: browser.context.newPage()
 */
export function useBrowser(): FileBrowser {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  async function newContext(): Promise<BrowserContext> {
    if (!browser) throw new Error("The browser is there from beforeAll on");
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
    contexts.push(context);
    return context;
  }
  beforeAll(async () => {
    browser = await chromium.launch({ ...CHROMIUM, executablePath: CHROMIUM_SHELL });
  });
  beforeEach(async () => {
    await newContext();
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(() => browser?.close());
  return {
    newContext,
    get context() {
      const [own] = contexts;
      if (!own) throw new Error("The context is there while a test runs");
      return own;
    },
  };
}
