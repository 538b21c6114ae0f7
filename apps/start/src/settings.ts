import { createHash, randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CAPTURE_PATH, CAPTURE_PORT, RTMP_PORT, RTMPS_PORT, SRT_PORT } from "@shoal/contract";
import { makeDurableFolder, syncFolder } from "@shoal/store";

export const REPOSITORY_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

export interface Installation {
  dataDir: string;
  apiPort: number;
  edgePort: number;
  apiUrl: string;
  edgeUrl: string;
  /** The internal addresses at which processes reach each other, and at which the operator of this machine reaches them. */
  apiInternalUrl: string;
  edgeInternalUrl: string;
  /** The addresses to which encoders publish. */
  rtmpHost: string;
  rtmpPort: number;
  rtmpUrl: string;
  /** The host and port for publishing by RTMPS. */
  rtmpsHost: string;
  rtmpsPort: number;
  /** The URL for publishing by RTMPS; undefined if there is no certificate. */
  rtmpsUrl: string | undefined;
  /** The host and port for publishing by SRT. */
  srtHost: string;
  srtPort: number;
  srtUrl: string;
  /** The address to which browsers send recordings. */
  captureHost: string;
  capturePort: number;
  captureUrl: string;
  /** The address at which nginx serves CDN entries. */
  cdnDir: string;
  cdnHost: string;
  cdnPort: number;
  cdnUrl: string;
  /** Whether the operator has configured the CDN. If so, nginx starts immediately. */
  isCdnWanted: boolean;
  workers: number;
  secrets: InstallationSecrets;
}

/** The secrets that the first start creates and stores with the data. Only the owner can read them. */
export interface InstallationSecrets {
  internal: string;
  playback: string;
  workerDatabase: string;
}

/** Returns the data folder named in the environment, or otherwise the one in the clone. */
export const findDataDir = async (env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  env.SHOAL_DATA ? resolve(env.SHOAL_DATA) : defaultDataDir();

/** Returns the spool folder of the edge that `npm start` runs. */
export const spoolDirOf = (dataDir: string): string => join(dataDir, "beacons");

/** Reads the settings from the environment and adds the defaults for one machine. */
export async function readInstallation(env: NodeJS.ProcessEnv = process.env): Promise<Installation> {
  const dataDir = await findDataDir(env);
  await makeDurableFolder(dataDir);
  const host = env.HOST ?? "127.0.0.1";
  const apiPort = Number(env.PORT ?? 8080);
  const edgePort = Number(env.EDGE_PORT ?? 8090);
  const rtmpPort = Number(env.RTMP_PORT ?? RTMP_PORT);
  const rtmpsPort = Number(env.RTMPS_PORT ?? RTMPS_PORT);
  const srtPort = Number(env.SRT_PORT ?? SRT_PORT);
  const capturePort = Number(env.CAPTURE_PORT ?? CAPTURE_PORT);
  const cdnHost = env.CDN_HOST ?? host;
  const cdnPort = Number(env.CDN_PORT ?? edgePort + 5);
  return {
    dataDir,
    apiPort,
    edgePort,
    apiUrl: env.API_PUBLIC_URL ?? `http://${host}:${apiPort}`,
    edgeUrl: env.EDGE_PUBLIC_URL ?? `http://${host}:${edgePort}`,
    apiInternalUrl: `http://127.0.0.1:${env.INTERNAL_PORT ?? apiPort + 2}`,
    edgeInternalUrl: `http://127.0.0.1:${env.EDGE_INTERNAL_PORT ?? edgePort + 2}`,
    rtmpHost: env.RTMP_HOST ?? host,
    rtmpPort,
    rtmpUrl: env.RTMP_PUBLIC_URL ?? `rtmp://${host}:${rtmpPort}/live`,
    rtmpsHost: env.RTMPS_HOST ?? host,
    rtmpsPort,
    rtmpsUrl: env.RTMPS_PUBLIC_URL ?? (env.RTMPS_CERT_FILE ? `rtmps://${host}:${rtmpsPort}/live` : undefined),
    srtHost: env.SRT_HOST ?? host,
    srtPort,
    srtUrl: env.SRT_PUBLIC_URL ?? `srt://${host}:${srtPort}`,
    captureHost: env.CAPTURE_HOST ?? host,
    capturePort,
    captureUrl: env.CAPTURE_PUBLIC_URL ?? `ws://${host}:${capturePort}${CAPTURE_PATH}`,
    cdnDir: env.CDN_DIR ?? join(dataDir, "cdn"),
    cdnHost,
    cdnPort,
    cdnUrl: env.CDN_PUBLIC_URL ?? `http://${cdnHost}:${cdnPort}`,
    isCdnWanted: Boolean(env.CDN_PORT),
    workers: Number(env.WORKERS ?? 1),
    secrets: await readSecrets(join(dataDir, "secrets.json")),
  };
}

/**
 * Returns `data` in the clone. If root runs in a folder that others cannot enter, returns a folder that the database's user can
 * reach, because PostgreSQL refuses to run as root.
 */
async function defaultDataDir(): Promise<string> {
  if (process.getuid?.() !== 0 || (await isOpenToOthers(REPOSITORY_ROOT)))
    return join(REPOSITORY_ROOT, "data");
  const name = createHash("sha256").update(REPOSITORY_ROOT).digest("hex").slice(0, 8);
  return join("/var/lib/shoal", name);
}

async function isOpenToOthers(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function readSecrets(file: string): Promise<InstallationSecrets> {
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known) return parseSecrets(file, known);
  const secret = () => randomBytes(32).toString("hex");
  const secrets = { internal: secret(), playback: `k1:${secret()}`, workerDatabase: secret() };
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  // The file must be on disk before any data is encrypted with the secrets.
  await syncFolder(dirname(file));
  return secrets;
}

/**
 * Parses secrets.
 * @throws Error that names an invalid file: with new secrets, data encrypted with the old ones would be lost.
 */
function parseSecrets(file: string, text: string): InstallationSecrets {
  try {
    return JSON.parse(text) as InstallationSecrets;
  } catch {
    throw new Error(`${file} is no JSON: take it from a backup`);
  }
}

/** Returns the folder for mails; undefined if a mail server is configured. */
export function findMailDir(
  { dataDir }: Installation,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return env.SMTP_URL ? undefined : env.MAIL_DIR || join(dataDir, "mails");
}

/** Returns the slots of each worker, so that all workers on this machine together use each core once. */
export function slotsPerWorker(workers: number): number {
  return Math.max(1, Math.floor(availableParallelism() / workers));
}
