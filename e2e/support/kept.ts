import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BrowserContext } from "playwright-core";

/** What a run keeps when something in it failed; `npm test` says where it is then. */
const keptFolder = () => join(process.env.SHOAL_TEST_RUN ?? tmpdir(), "kept");

export interface PlatformLog {
  write(name: string, line: string): void;
  close(): Promise<void>;
}

/** The log of a platform's processes, with the time of each line. */
export function keepLog(dataDir: string): PlatformLog {
  const folder = keptFolder();
  mkdirSync(folder, { recursive: true });
  const log = createWriteStream(join(folder, `${basename(dataDir)}.log`));
  return {
    write: (name, line) => log.write(`${new Date().toISOString()} ${name}: ${line}\n`),
    async close() {
      log.end();
      await once(log, "close");
    },
  };
}

/** Steps of a test, to be looked at with `playwright show-trace` when it failed. */
export async function followSteps(context: BrowserContext): Promise<void> {
  await context.tracing.start({ snapshots: true });
}

/** Ends what `followSteps` began. @param failed the name of the test, when it failed: then its pages are kept too. */
export async function endSteps(context: BrowserContext, failed?: string): Promise<void> {
  if (failed === undefined) return context.tracing.stop();
  const folder = join(keptFolder(), failed.replaceAll(/\W+/g, "-").slice(0, 80));
  for (const [n, page] of context.pages().entries())
    await page
      .screenshot({ path: join(folder, `page-${n + 1}.png`), timeout: 10_000 })
      .catch(() => undefined);
  await context.tracing.stop({ path: join(folder, "trace.zip") });
}
