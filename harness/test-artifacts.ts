import { once } from "node:events";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BrowserContext } from "playwright-core";

/** Returns the folder with the logs and traces of failed tests. `npm test` prints its path. */
const artifactsFolder = () => join(process.env.SHOAL_TEST_RUN ?? tmpdir(), "kept");

/** The number of log lines that are printed with an error. */
const TAIL_LINES = 20;

export interface PlatformLog {
  write(name: string, line: string): void;
  /** Returns the newest lines. */
  tail(): string;
  /** Returns the log lines that indicate a bug even if the test passes. */
  bugs(): readonly string[];
  close(): Promise<void>;
}

/** What the api logs when ClickHouse rejects a statement. */
const REFUSED_STATEMENT = "the analytics engine refused a statement";

/** Keeps the output of a platform's processes, with the time of each line. */
export function openPlatformLog(dataDir: string): PlatformLog {
  const folder = artifactsFolder();
  mkdirSync(folder, { recursive: true });
  const log = createWriteStream(join(folder, `${basename(dataDir)}.log`));
  const newest: string[] = [];
  const bugs: string[] = [];
  return {
    write(name, line) {
      const timed = `${new Date().toISOString()} ${name}: ${line}`;
      log.write(`${timed}\n`);
      newest.push(timed);
      if (newest.length > TAIL_LINES) newest.shift();
      if (line.includes(REFUSED_STATEMENT)) bugs.push(timed);
    },
    tail: () => newest.join("\n"),
    bugs: () => bugs,
    async close() {
      log.end();
      await once(log, "close");
    },
  };
}

/** Returns the folder in which `saveLogs` stores an installation's logs. */
export const savedLogsOf = (dataDir: string): string => join(artifactsFolder(), basename(dataDir));

/** Keeps the logs that an installation has written into its folder, before the folder is deleted. */
export async function saveLogs(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((each) => /\.log(\.\d+)?$/.test(each)))
    await cp(join(dataDir, name), join(savedLogsOf(dataDir), name));
}

/**
 * Records the steps of a test, for `playwright show-trace` after a failure. Page snapshots before and after each step are omitted.
 * They took a fifth of the time per screen (3.6 instead of 2.8 s), and the final state is kept anyway.
 */
export async function followSteps(context: BrowserContext): Promise<void> {
  await context.tracing.start();
}

/** Stops the recording of `followSteps`. @param failed the name of the test if it failed. Its pages are kept only in that case. */
export async function endSteps(context: BrowserContext, failed?: string): Promise<void> {
  if (failed === undefined) return context.tracing.stop();
  const folder = join(artifactsFolder(), failed.replaceAll(/\W+/g, "-").slice(0, 80));
  mkdirSync(folder, { recursive: true });
  for (const [n, page] of context.pages().entries()) {
    await page
      .screenshot({ path: join(folder, `page-${n + 1}.png`), timeout: 10_000 })
      .catch(() => undefined);
    const html = await page
      .locator("html")
      .evaluate((root) => root.outerHTML, undefined, { timeout: 10_000 })
      .catch(() => "");
    writeFileSync(join(folder, `page-${n + 1}.html`), html);
  }
  await context.tracing.stop({ path: join(folder, "trace.zip") });
}
