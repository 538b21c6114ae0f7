import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { COMPILE_CACHE_FOLDER } from "./child.ts";
import { REPOSITORY_ROOT } from "./settings.ts";

/**
 * The time limit of the command, in ms, which only a hanging command reaches. On a busy machine, loading the api alone took more
 * than a minute.
 */
const COMMAND_TIMEOUT_MS = 600_000;

export interface OneTimePassword {
  username: string;
  password: string;
}

/**
 * Creates the administrator with the api's command. Returns undefined if there already is one and no new password was requested.
 */
export async function createAdministratorPassword(
  databaseUrl: string,
  options: { isForced: boolean },
): Promise<OneTimePassword | undefined> {
  const script = join(REPOSITORY_ROOT, "apps/api/src/commands/admin-password.ts");
  const args = options.isForced ? [script] : [script, "--if-missing"];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE_FOLDER, ...process.env, DATABASE_URL: databaseUrl },
    timeout: COMMAND_TIMEOUT_MS,
  });
  const answer = JSON.parse(stdout) as Partial<OneTimePassword>;
  return answer.username && answer.password
    ? { username: answer.username, password: answer.password }
    : undefined;
}
