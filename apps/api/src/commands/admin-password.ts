/**
 * Gives the administrator a new one-time password and prints it as JSON. With `--if-missing`, only when there is no
 * administrator yet; then it prints `{}` otherwise. Needs DATABASE_URL.
 */
import { createAuthRepository, createAuthService } from "../modules/auth/index.ts";
import { migrate, openDatabase } from "../platform/database.ts";

const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL is not set");
const { db, close } = openDatabase(url, 2);
try {
  await migrate(db);
  const auth = createAuthService({ users: createAuthRepository(db), sessionHours: 1 });
  const isWanted = !process.argv.includes("--if-missing") || !(await auth.hasAdministrator());
  console.log(JSON.stringify(isWanted ? await auth.resetAdministrator() : {}));
} finally {
  await close();
}
