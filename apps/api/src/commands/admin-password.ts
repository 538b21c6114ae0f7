/**
 * Gives the administrator a new one-time password and prints it as JSON. With `--if-missing`, only if there is no administrator
 * yet; otherwise prints `{}`. Needs DATABASE_URL (DATABASE_DIRECT_URL behind a pooler).
 */
import { createAdministration } from "../modules/accounts/auth/index.ts";
import { MODULES } from "../modules.ts";
import { joinMigrations } from "../platform/composition/join-migrations.ts";
import { migrate, openDatabase } from "../platform/database.ts";

const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL is not set");
const { db, close } = openDatabase(url, 2);
try {
  await migrate(db, { ofModules: joinMigrations(MODULES) });
  const administration = createAdministration(db);
  const isWanted = !process.argv.includes("--if-missing") || !(await administration.hasAdministrator());
  console.log(JSON.stringify(isWanted ? await administration.resetAdministrator() : {}));
} finally {
  await close();
}
