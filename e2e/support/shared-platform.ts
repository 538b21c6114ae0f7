import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startPlatform } from "../../apps/start/src/platform.ts";
import { openAccount } from "../../harness/account.ts";
import { makeInstallation } from "../../harness/platform.ts";
import { openPlatformLog } from "../../harness/test-artifacts.ts";

/** What test files need to use the shared platform. */
export interface SharedPlatform {
  apiUrl: string;
  edgeUrl: string;
  dataDir: string;
  databaseUrl: string;
  /** The administrator's session, which creates a client for each test. */
  adminCredential: string;
}

declare module "vitest" {
  interface ProvidedContext {
    platform: SharedPlatform;
  }
}

/**
 * Starts one installation, like `npm start`, for all core test files. A separate one for each file would take longer to boot than
 * most tests run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const installation = await makeInstallation();
  const { apiUrl, edgeUrl, dataDir } = installation;
  const log = openPlatformLog(dataDir);
  const platform = await startPlatform({ installation, isThrowaway: true, onLine: log.write });
  const close = async () => {
    await platform.stop();
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
    if (log.bugs().length > 0) throw new Error(`The platform told of bugs:\n${log.bugs().join("\n")}`);
  };
  try {
    const { credential } = await openAccount(platform);
    const { databaseUrl } = platform;
    project.provide("platform", { apiUrl, edgeUrl, dataDir, databaseUrl, adminCredential: credential });
  } catch (error) {
    // Vitest does not call the teardown of a setup that failed.
    await close();
    throw new Error(`Nobody could sign in; the platform's last lines:\n${log.tail()}`, { cause: error });
  }
  return close;
}
