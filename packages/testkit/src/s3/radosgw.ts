import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePorts } from "../http/ports.ts";
import { eventually } from "../wait/eventually.ts";

/** A monitor and one in-memory object store of Ceph, and how its S3 gateway is started. */
export interface TestCeph {
  /** The address of the gateway. */
  endpoint: string;
  gateway: { command: string; args: readonly string[] };
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Creates a bucket, while the gateway runs. @returns its address, for `MEDIA_STORE`. */
  addBucket(name: string): Promise<string>;
  close(): Promise<void>;
}

/** A test cluster whose gateway is running. */
export type TestRadosgw = Omit<TestCeph, "gateway">;

const SETPRIV_PATH = "/usr/bin/setpriv";
const REQUIRED_PROGRAMS = ["ceph", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin"];

/** Returns whether Debian's ceph-mon, ceph-osd, ceph-common and radosgw are installed. */
export const hasRadosgw = (): boolean =>
  REQUIRED_PROGRAMS.every((name) => existsSync(join("/usr/bin", name)));

const START_TIMEOUT_MS = 60_000;
const COMMAND_TIMEOUT_MS = 120_000;
/** How many last lines of each daemon's log an error contains. */
const LOGGED_LINES = 15;
const MEMORY_BYTES = 2_000_000_000;

/** Starts Debian's Ceph with its gateway. @throws Error if a daemon ends or does not start. */
export async function startRadosgw(): Promise<TestRadosgw> {
  const { gateway, ...ceph } = await startCeph();
  const child = spawnUntilExit(gateway.command, gateway.args);
  const close = async () => {
    await endDaemon(child);
    await ceph.close();
  };
  try {
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`radosgw ended with ${child.exitCode}`);
        return (await fetch(ceph.endpoint)).ok;
      },
      { what: "radosgw", limitMs: START_TIMEOUT_MS },
    );
    return { ...ceph, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts a program that is killed when this process ends, even if this process itself is killed. */
const spawnUntilExit = (program: string, args: readonly string[]): ChildProcess =>
  spawn(SETPRIV_PATH, ["--pdeathsig", "KILL", program, ...args], { stdio: "ignore" });

async function endDaemon(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = once(daemon, "exit");
  daemon.kill("SIGKILL");
  await ended;
}

/**
 * Starts Debian's Ceph on loopback, in its own folder and without its gateway. This takes half a minute.
 * @throws Error if a daemon does not start.
 */
export async function startCeph(): Promise<TestCeph> {
  // The path must be short, because it contains Unix sockets.
  const folder = await mkdtemp(join(tmpdir(), "rgw-"));
  const [monPort, rgwPort] = await freePorts(2);
  const daemons: ChildProcess[] = [];
  const config = join(folder, "ceph.conf");
  const start = (program: string, ...args: string[]) =>
    daemons.push(spawnUntilExit(program, ["-c", config, ...args, "-f"]));
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, ["-c", config, ...args], { timeout: COMMAND_TIMEOUT_MS });
  const waitForObjectStore = () =>
    eventually(
      async () => {
        const ended = daemons.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
        if (ended) throw new Error(`${ended.spawnargs.join(" ")} ended with ${ended.exitCode}`);
        const { stdout } = await run("ceph", "osd", "stat", "--format", "json");
        return (JSON.parse(stdout) as { num_up_osds: number }).num_up_osds === 1;
      },
      { what: "the object store of Ceph", limitMs: START_TIMEOUT_MS },
    );
  const close = async () => {
    for (const daemon of daemons.reverse()) await endDaemon(daemon);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ["mon", "osd", "run", "rgw"]) await mkdir(join(folder, name));
    const fsid = randomUUID();
    await writeFile(config, buildConfig({ folder, fsid, monPort, rgwPort }));
    const map = join(folder, "monmap");
    const monitor = ["--create", "--fsid", fsid, "--addv", "a", `v1:127.0.0.1:${monPort}`, map];
    await run("monmaptool", ...monitor);
    await run("ceph-mon", "-i", "a", "--mkfs", "--monmap", map);
    start("ceph-mon", "-i", "a");
    const osd = randomUUID();
    await run("ceph", "osd", "new", osd);
    await run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd);
    start("ceph-osd", "-i", "0");
    // Without an object store, radosgw-admin would wait without saying why.
    await waitForObjectStore();
    const endpoint = `http://127.0.0.1:${rgwPort}`;
    const gateway = { command: "/usr/bin/radosgw", args: ["-c", config, "-n", "client.admin", "-f"] };
    const credentials = { accessKeyId: "test-key", secretAccessKey: randomUUID() };
    const keys = ["--access-key", credentials.accessKeyId, "--secret", credentials.secretAccessKey];
    await run("radosgw-admin", "user", "create", "--uid=test", "--display-name=Test", ...keys);
    const addBucket = async (name: string) => {
      const date = new Date().toUTCString();
      const { accessKeyId, secretAccessKey } = credentials;
      const signature = createHmac("sha1", secretAccessKey)
        .update(`PUT\n\n\n\nx-amz-date:${date}\n/${name}`)
        .digest("base64");
      const headers = { "x-amz-date": date, authorization: `AWS ${accessKeyId}:${signature}` };
      const answer = await fetch(`${endpoint}/${name}`, { method: "PUT", headers });
      if (!answer.ok) throw new Error(`radosgw creates no bucket: ${await answer.text()}`);
      return `s3://${name}/media?endpoint=${encodeURIComponent(endpoint)}&pathStyle=1`;
    };
    return { endpoint, gateway, credentials, addBucket, close };
  } catch (error) {
    const logs = await Promise.all(
      ["mon.a", "osd.0", "client.admin"].map((name) => readLastLines(join(folder, `${name}.log`))),
    );
    await close();
    throw new Error(`Ceph does not start\n${logs.join("\n")}`, { cause: error });
  }
}

async function readLastLines(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "");
  return `${file}\n${text.split("\n").slice(-LOGGED_LINES).join("\n")}`;
}

interface CephPaths {
  folder: string;
  fsid: string;
  monPort: number;
  rgwPort: number;
}

/** Returns the configuration. There is one copy of each object, in memory, and no authentication between the daemons. */
const buildConfig = ({ folder, fsid, monPort, rgwPort }: CephPaths): string => `[global]
fsid = ${fsid}
mon_host = v1:127.0.0.1:${monPort}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 0
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = ${MEMORY_BYTES}
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.$pid.asok
pid_file = ${folder}/run/$name.pid
log_file = ${folder}/$name.log
keyring = ${folder}/keyring
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${rgwPort}
rgw_thread_pool_size = 16
`;
