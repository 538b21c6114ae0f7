/** `npm run doctor [-- --mend --checksums]`: reports what is wrong with an installation, whether it is running or stopped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openEngines } from "../apps/start/src/backup/open-engines.ts";
import { findDataDir, REPOSITORY_ROOT } from "../apps/start/src/settings.ts";

const dataDir = await findDataDir();
const engines = await openEngines(dataDir, { isRunning: true });
try {
  const command = join(REPOSITORY_ROOT, "apps/api/src/commands/doctor.ts");
  const child = spawn(process.execPath, [command, ...process.argv.slice(2)], {
    env: {
      ...process.env,
      DATABASE_URL: engines.databaseUrl,
      CLICKHOUSE_URL: engines.clickhouseUrl,
      MEDIA_STORE: engines.storeAddress,
    },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  process.exitCode = Number(code ?? 1);
} finally {
  await engines.close();
}
// The store's idle connections would keep the process alive for some seconds.
process.exit();
