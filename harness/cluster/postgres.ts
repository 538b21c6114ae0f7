import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePorts } from "@shoal/testkit";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import type { SupervisedProcess } from "../../apps/start/src/supervise.ts";
import { findPostgresPrograms, serverUser } from "../debian-postgres.ts";
import { openForwarder } from "./forwarder.ts";
import { superviseServer } from "./supervise-server.ts";

const execFileAsync = promisify(execFile);
const OWNER_ROLE = "shoal";

interface PostgresOptions {
  folder: string;
  /** The port of the proxy in front of the server. */
  port: number;
  password: string;
  onLine: (name: string, line: string) => void;
}

interface OwnPostgres {
  kept: SupervisedProcess;
  /** The URL of the server's database, reached through the proxy. */
  url: string;
  /** Closes the proxy. */
  close(): void;
}

/**
 * Runs Debian's PostgreSQL on loopback, with an owner who may create the workers' role. Each start uses another port, as if another
 * server had taken over. A proxy forwards connections to the current port.
 */
export async function superviseOwnPostgres(options: PostgresOptions): Promise<OwnPostgres> {
  const { folder, port, password, onLine } = options;
  const user = serverUser();
  const bin = await findPostgresPrograms();
  const data = join(folder, "data");
  // The user that runs PostgreSQL needs access to the folder.
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  if (!existsSync(join(data, "PG_VERSION"))) {
    await mkdir(data, { recursive: true, mode: 0o700 });
    const passwordFile = join(folder, "password");
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [data, passwordFile]) await chown(path, user.uid, user.gid);
    const args = [
      "-D",
      data,
      "-U",
      OWNER_ROLE,
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
    ];
    await execFileAsync(join(bin, "initdb"), args, {
      ...user,
      cwd: data,
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
  }
  let serverPort = 0;
  const forwarder = await openForwarder({ host: "127.0.0.1", port }, () => serverPort);
  const reservePort = async () => {
    [serverPort] = await freePorts(1);
    const listening = { port: serverPort, listen_addresses: "127.0.0.1", unix_socket_directories: "" };
    const settings = Object.entries({ ...listening, max_connections: 200 });
    return ["-D", data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  };
  const urlOf = (database: string) => `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/${database}`;
  const ask = async (database: string, sql: string) => {
    const { pool, close } = openDatabase(urlOf(database), 1, urlOf(database));
    try {
      return (await pool.query(sql)).rows.length;
    } finally {
      await close();
    }
  };
  let kept: SupervisedProcess | undefined;
  try {
    kept = await superviseServer({
      name: "postgres",
      command: join(bin, "postgres"),
      args: reservePort,
      spawn: { ...user, cwd: data },
      stopSignal: "SIGINT",
      isUp: () =>
        ask("postgres", "SELECT 1").then(
          () => true,
          () => false,
        ),
      onLine,
    });
    const found = await ask("postgres", `SELECT FROM pg_database WHERE datname = '${OWNER_ROLE}'`);
    if (found === 0)
      await ask("postgres", `CREATE DATABASE ${OWNER_ROLE} TEMPLATE template0 LOCALE 'C.UTF-8'`);
    return { kept, url: urlOf(OWNER_ROLE), close: forwarder.close };
  } catch (error) {
    forwarder.close();
    await kept?.stop().catch(() => undefined);
    throw error;
  }
}
