import { CHROMIUM, CHROMIUM_SHELL } from "@shoal/testkit";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { endSteps, followSteps } from "./kept.ts";
import { WAIT_MS } from "./limits.ts";

export interface FileBrowser {
  /** The running test's own. */
  readonly context: BrowserContext;
  /** As somebody else's browser: nothing is shared with the test's own. Closed with it. */
  newContext(): Promise<BrowserContext>;
}

/** Nothing fades while it is looked at, and dates are those of the place where the tests run. */
const VIEW = {
  viewport: { width: 1440, height: 900 },
  locale: "en-GB",
  timezoneId: process.env.TZ ?? "UTC",
  reducedMotion: "reduce",
} as const;

export interface FileBrowserOptions {
  /**
   * The tests use one context, each with pages of its own: what was loaded stays in its cache, and a screen takes two
   * thirds of the time. For tests that leave nothing in its storage, or do not mind.
   */
  isContextKept?: boolean;
}

/**
 * A browser for the file's tests, and in it for each of them a context that nobody used: a start of Chromium costs more
 * than most tests. Of a test that fails, screenshots and a trace are kept.
 * @example const browser = useBrowser(); // at the top of the file; later: browser.context.newPage()
 */
export function useBrowser({ isContextKept = false }: FileBrowserOptions = {}): FileBrowser {
  let browser: Browser | undefined;
  let kept: BrowserContext | undefined;
  /** Of the running test, its own first. */
  const contexts: BrowserContext[] = [];
  async function make(): Promise<BrowserContext> {
    if (!browser) throw new Error("The browser is there from beforeAll on");
    const context = await browser.newContext(VIEW);
    context.setDefaultTimeout(WAIT_MS);
    return context;
  }
  async function use(context: BrowserContext): Promise<BrowserContext> {
    contexts.push(context);
    await followSteps(context);
    return context;
  }
  const newContext = async () => use(await make());
  beforeAll(async () => {
    browser = await chromium.launch({ ...CHROMIUM, executablePath: CHROMIUM_SHELL });
    if (isContextKept) kept = await make();
  });
  beforeEach(async () => {
    await use(kept ?? (await make()));
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail" ? task.name : undefined;
    await Promise.all(
      contexts.splice(0).map(async (context) => {
        await endSteps(context, failed);
        if (context === kept) await Promise.all(context.pages().map((page) => page.close()));
        else await context.close();
      }),
    );
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
