import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually, freePorts } from "@shoal/testkit";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { findPostgresPrograms, serverUser } from "../../harness/debian-postgres.ts";

const execFileAsync = promisify(execFile);
const POOLER_COMMAND = "/usr/sbin/pgbouncer";
const ADMIN_ROLE = "boss";

/**
 * Starts Debian's PostgreSQL on loopback, configured as operators do. It uses TLS with a certificate for `localhost` from its own
 * CA. PgBouncer in front of it pools transactions.
 */
export async function startOwnPostgres() {
  const folder = await mkdtemp(join(tmpdir(), "shoal-postgres-"));
  const user = serverUser();
  const bin = await findPostgresPrograms();
  const [port, poolerPort] = await freePorts(2);
  const password = randomBytes(12).toString("hex");
  const own = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (user) await chown(join(folder, name), user.uid, user.gid);
    return join(folder, name);
  };
  await chmod(folder, 0o755);
  const data = join(folder, "data");
  await mkdir(data, { mode: 0o700 });
  if (user) await chown(data, user.uid, user.gid);
  const passwordFile = await own("password", password);
  await execFileAsync(
    join(bin, "initdb"),
    [
      "-D",
      data,
      "-U",
      ADMIN_ROLE,
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--no-sync",
    ],
    { ...user, cwd: data, env: { ...process.env, LC_ALL: "C.UTF-8" } },
  );
  await createCertificate(folder, own);
  const settings = {
    port: String(port),
    listen_addresses: "localhost",
    unix_socket_directories: "",
    fsync: "off",
    ssl: "on",
    ssl_cert_file: join(folder, "server.pem"),
    ssl_key_file: join(folder, "server.key"),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
    ...user,
    cwd: data,
    stdio: "ignore",
  });
  const urlOf = (name: string, secret: string, database: string) =>
    `postgres://${name}:${secret}@localhost:${port}/${database}`;
  const admin = urlOf(ADMIN_ROLE, password, "postgres");
  await eventually(
    () =>
      queryOnce(admin, "SELECT 1").then(
        () => true,
        () => false,
      ),
    { what: "the answer of PostgreSQL" },
  );
  const ca = join(folder, "ca.pem");
  const children = [server];
  return {
    ca,
    /** Adds `sslmode` and the CA to a URL. */
    withTls: (url: string, caFile = ca) =>
      `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`,
    /** Adds a role that has no special rights. */
    addRole: (name: string) => queryOnce(admin, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`),
    addDatabase: (name: string, owner: string) =>
      queryOnce(admin, `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 LOCALE 'C.UTF-8'`),
    asAdmin: (sql: string) => queryOnce(admin, sql),
    urlOf: (name: string, database: string) => urlOf(name, name, database),
    /** Starts PgBouncer for a role and a database. @returns the URL of PgBouncer. */
    async pool(name: string, database: string): Promise<string> {
      const users = await own("users", `"${name}" "${name}"\n`);
      const file = await own(
        "pgbouncer.ini",
        `[databases]
${database} = host=localhost port=${port} dbname=${database}
[pgbouncer]
listen_addr = localhost
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
server_tls_sslmode = require
`,
      );
      const pooler = spawn(POOLER_COMMAND, [file], { ...user, cwd: folder, stdio: "ignore" });
      children.push(pooler);
      const url = `postgres://${name}:${name}@localhost:${poolerPort}/${database}`;
      await eventually(
        () =>
          queryOnce(url, "SELECT 1").then(
            () => true,
            () => false,
          ),
        { what: "the answer of PgBouncer" },
      );
      return url;
    },
    async stop(): Promise<void> {
      for (const child of children.reverse()) {
        const ended = once(child, "exit");
        child.kill("SIGINT");
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createCertificate(
  folder: string,
  own: (name: string, text: string) => Promise<string>,
): Promise<void> {
  const openssl = (...args: string[]) => execFileAsync("openssl", args, { cwd: folder });
  for (const name of ["ca", "other-ca"])
    await openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-subj",
      `/CN=${name}`,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.pem`,
    );
  await openssl(
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    "/CN=localhost",
    "-keyout",
    "made.key",
    "-out",
    "server.csr",
  );
  await own("names", "subjectAltName=DNS:localhost\n");
  await openssl(
    "x509",
    "-req",
    "-in",
    "server.csr",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    "names",
    "-out",
    "made.pem",
  );
  const { stdout: key } = await execFileAsync("cat", ["made.key"], { cwd: folder });
  const { stdout: certificate } = await execFileAsync("cat", ["made.pem"], { cwd: folder });
  await own("server.key", key);
  await own("server.pem", certificate);
}

/** Runs one query over a new connection that sends no settings, because PgBouncer would reject them. */
export async function queryOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const { pool, close } = openDatabase(url, 1, url);
  try {
    return (await pool.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await close();
  }
}
