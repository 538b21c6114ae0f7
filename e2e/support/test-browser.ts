import { CHROMIUM, CHROMIUM_SHELL, DEVICES } from "@shoal/testkit";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import { endSteps, followSteps } from "../../harness/test-artifacts.ts";

export interface FileBrowser {
  /** The browser context of the running test. */
  readonly context: BrowserContext;
  /** Opens a context for another user. It shares nothing with the test's own context and is closed with it. */
  newContext(): Promise<BrowserContext>;
}

/** The options of all contexts: no animations, and the time zone of the tests. */
const CONTEXT_OPTIONS = {
  viewport: { width: 1440, height: 900 },
  locale: "en-GB",
  timezoneId: process.env.TZ ?? "UTC",
  reducedMotion: "reduce",
  // The browser's cache must not serve requests that a test delays or mocks. cached-shell.flow.test.ts covers the cache.
  serviceWorkers: "block",
} as const;

export interface FileBrowserOptions {
  /**
   * Returns a URL of the website that all tests use. It is evaluated once. If it is given, the tests share one context, in which
   * each test has its own pages. A page at this URL keeps their renderer process alive. Compiled code is reused, so a screen takes
   * 1.2 seconds of CPU instead of 2. Only for tests that leave nothing in the context's storage, or do not depend on it.
   */
  keptAt?: () => string;
  /** Whether the browser has a camera and a microphone that pages may use without a prompt. */
  hasDevices?: boolean;
}

const ONE_PROCESS_ARGS = "--process-per-site";

/**
 * Starts one browser for all tests of a file, because starting Chromium takes longer than most tests. Each test has a fresh
 * context. For a failed test, screenshots and a trace are kept.
 * @example const browser = useBrowser(); // at the top of the file; later: browser.context.newPage()
 */
export function useBrowser({ keptAt, hasDevices = false }: FileBrowserOptions = {}): FileBrowser {
  let browser: Browser | undefined;
  let kept: BrowserContext | undefined;
  /** The contexts of the running test. The test's own context is the first one. */
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
