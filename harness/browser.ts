import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHROMIUM } from "@shoal/testkit";
import { type BrowserContext, chromium } from "playwright-core";
import { HANG_TIMEOUT_MS } from "./limits.ts";

export interface TestBrowser {
  context: BrowserContext;
  close(): Promise<void>;
}

interface BrowserOptions {
  width?: number;
  height?: number;
  locale?: string;
  debuggingPort?: number;
  /** The simulated graphics card. With `software`, the CPU runs its shaders. */
  graphics?: "none" | "software";
}

/** Starts Debian's Chromium with its own profile. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "shoal-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...CHROMIUM,
    args: browserArgsOf(options),
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.locale ?? "en-GB",
    // Animations are turned off, because no test checks them.
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(HANG_TIMEOUT_MS);
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const SOFTWARE_GRAPHICS = [
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
];

function browserArgsOf({ debuggingPort, graphics }: BrowserOptions): string[] {
  const common = CHROMIUM.args.filter((arg) => graphics !== "software" || arg !== "--disable-gpu");
  return [
    ...common,
    ...(graphics === "software" ? SOFTWARE_GRAPHICS : []),
    ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []),
  ];
}
