import { CHROMIUM, CHROMIUM_SHELL, DEVICES } from "@shoal/testkit";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import { endSteps, followSteps } from "../../harness/test-artifacts.ts";

export interface FileBrowser {
  /** The running test's own context. */
  readonly context: BrowserContext;
  /** Opens another person's browser, which shares nothing with the test's own and is closed with it. */
  newContext(): Promise<BrowserContext>;
}

/** The options of contexts: no animations, and the time zone of the tests. */
const CONTEXT_OPTIONS = {
  viewport: { width: 1440, height: 900 },
  locale: "en-GB",
  timezoneId: process.env.TZ ?? "UTC",
  reducedMotion: "reduce",
  // Requests that a test delays or mocks must not be served from the browser's cache: cached-shell.flow.test.ts covers that.
  serviceWorkers: "block",
} as const;

export interface FileBrowserOptions {
  /**
   * Returns a URL of the site that all tests use; evaluated once. If it is given, the tests share one context, each with its own pages, and
   * one renderer process, which a page at this URL keeps alive: compiled code is reused, and a screen takes 1.2 seconds of CPU instead of
   * 2. For tests that leave nothing in the context's storage, or do not depend on it.
   */
  keptAt?: () => string;
  /** Whether the browser has a camera and a microphone, which pages may use without a prompt. */
  hasDevices?: boolean;
}

const ONE_PROCESS_ARGS = "--process-per-site";

/**
 * Starts a browser for the file's tests, with a fresh context for each: starting Chromium takes longer than most tests. For a
 * failed test, screenshots and a trace are kept.
 * @example const browser = useBrowser(); // at the top of the file; later: browser.context.newPage()
 */
export function useBrowser({ keptAt, hasDevices = false }: FileBrowserOptions = {}): FileBrowser {
  let browser: Browser | undefined;
  let kept: BrowserContext | undefined;
  /** The contexts of the running test, with its own first. */
  const contexts: BrowserContext[] = [];
  async function make(): Promise<BrowserContext> {
    if (!browser) throw new Error("The browser is there from beforeAll on");
    const context = await browser.newContext(CONTEXT_OPTIONS);
    context.setDefaultTimeout(HANG_TIMEOUT_MS);
    return context;
  }
  async function use(context: BrowserContext): Promise<BrowserContext> {
    contexts.push(context);
    await followSteps(context);
    return context;
  }
  const newContext = async () => use(await make());
  beforeAll(async () => {
    const args = [...CHROMIUM.args, ...(keptAt ? [ONE_PROCESS_ARGS] : []), ...(hasDevices ? DEVICES : [])];
    browser = await chromium.launch({ ...CHROMIUM, args, executablePath: CHROMIUM_SHELL });
    if (!keptAt) return;
    kept = await make();
    await (await kept.newPage()).goto(keptAt());
  });
  beforeEach(async () => {
    await use(kept ?? (await make()));
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail" ? task.name : undefined;
    await Promise.all(
      contexts.splice(0).map(async (context) => {
        await endSteps(context, failed);
        const [, ...ofTest] = context.pages();
        if (context === kept) await Promise.all(ofTest.map((page) => page.close()));
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
