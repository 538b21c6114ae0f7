/** `npm run admin:password`: sets a new one-time password for the administrator, also while the installation is running. */
import { join } from "node:path";
import { startPostgres } from "@shoal/engines";
import { administratorPassword } from "../apps/start/src/administrator.ts";
import { findEndpoints } from "../apps/start/src/endpoints.ts";
import { readInstallation } from "../apps/start/src/settings.ts";

const { dataDir } = await readInstallation();
const running = process.env.DATABASE_URL ?? (await findEndpoints(dataDir))?.databaseUrl;
const own = running ? undefined : await startPostgres({ dataDir: join(dataDir, "postgres") });
try {
  const given = await administratorPassword(running ?? own?.url ?? "", { isForced: true });
  console.log(`Sign in as ${given?.username} with the one-time password ${given?.password}`);
} finally {
  await own?.stop();
}
