/** `npm run admin:password`: sets a new one-time password for the administrator, also while the installation is running. */
import { join } from "node:path";
import { startPostgres } from "@shoal/engines";
import { createAdministratorPassword } from "../apps/start/src/administrator.ts";
import { findEndpoints } from "../apps/start/src/endpoints.ts";
import { readInstallation } from "../apps/start/src/settings.ts";

const { dataDir } = await readInstallation();
const runningUrl = process.env.DATABASE_URL ?? (await findEndpoints(dataDir))?.databaseUrl;
const ownPostgres = runningUrl ? undefined : await startPostgres({ dataDir: join(dataDir, "postgres") });
try {
  const given = await createAdministratorPassword(runningUrl ?? ownPostgres?.url ?? "", { isForced: true });
  console.log(`Sign in as ${given?.username} with the one-time password ${given?.password}`);
} finally {
  await ownPostgres?.stop();
}
