import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "./errors.ts";

export interface Config {
  url: string;
  key: string;
}
type Environment = Readonly<Record<string, string | undefined>>;

const OTHERS_PERMISSION_BITS = 0o077;

/** Returns the folder for everything that the program keeps between calls. */
export const folderOf = (env: Environment): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "shoal");
const fileOf = (env: Environment) => join(folderOf(env), "config.json");

/**
 * Reads the server and key for calls. Environment variables take precedence over the file.
 * @throws UsageError if neither exists, or if other users may read the file.
 */
export async function readConfig(env: Environment): Promise<Config> {
  const kept = env.SHOAL_URL && env.SHOAL_KEY ? {} : await readFileOf(env);
  const url = env.SHOAL_URL || kept.url;
  const key = env.SHOAL_KEY || kept.key;
  if (!url || !key)
    throw new UsageError("Set SHOAL_URL and SHOAL_KEY, or run: shoal sign-in --url https://…", "refused");
  return { url, key };
}

async function readFileOf(env: Environment): Promise<Partial<Config>> {
  const file = fileOf(env);
  const info = await stat(file).catch(() => undefined);
  if (!info) return {};
  if (info.mode & OTHERS_PERMISSION_BITS)
    throw new UsageError(`Other users can read ${file}, which contains a key: chmod 600 ${file}`, "refused");
  try {
    return JSON.parse(await readFile(file, "utf8")) as Partial<Config>;
  } catch {
    throw new UsageError(`${file} is damaged: sign in again`, "refused");
  }
}

/** Writes the file atomically. Only its owner can read it. @returns the file's path. */
export async function writeConfig(env: Environment, config: Config): Promise<string> {
  const file = fileOf(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
  return file;
}

export const removeConfig = (env: Environment): Promise<void> => rm(fileOf(env), { force: true });
