import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePorts } from "../http/ports.ts";
import { eventually } from "../wait/eventually.ts";

/** Ceph's S3 gateway with a monitor and one in-memory object store. */
export interface TestRadosgw {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  close(): Promise<void>;
}

const UP_WITHIN_MS = 60_000;
const COMMAND_MS = 30_000;
const MEMORY_BYTES = 2_000_000_000;

/**
 * Starts Debian's Ceph on loopback, in its own folder; this takes half a minute.
 * @throws Error when a daemon ends or does not come up.
 */
export async function startRadosgw(): Promise<TestRadosgw> {
  // A short path, because it contains Unix sockets.
  const folder = await mkdtemp(join(tmpdir(), "rgw-"));
  const [monPort, rgwPort] = await freePorts(2);
  const daemons: ChildProcess[] = [];
  const config = join(folder, "ceph.conf");
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, ["-c", config, ...args, "-f"], { stdio: "ignore" });
    daemons.push(child);
    return child;
  };
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, ["-c", config, ...args], { timeout: COMMAND_MS });
  const close = async () => {
    for (const daemon of daemons.reverse()) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
      const ended = once(daemon, "exit");
      daemon.kill("SIGKILL");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ["mon", "osd", "run", "rgw"]) await mkdir(join(folder, name));
    const fsid = randomUUID();
    await writeFile(config, configOf({ folder, fsid, monPort, rgwPort }));
    const map = join(folder, "monmap");
    const monitor = ["--create", "--fsid", fsid, "--addv", "a", `v1:127.0.0.1:${monPort}`, map];
    await run("monmaptool", ...monitor);
    await run("ceph-mon", "-i", "a", "--mkfs", "--monmap", map);
    start("ceph-mon", "-i", "a");
    const osd = randomUUID();
    await run("ceph", "osd", "new", osd);
    await run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd);
    start("ceph-osd", "-i", "0");
    const gateway = start("radosgw", "-n", "client.admin");
    const endpoint = `http://127.0.0.1:${rgwPort}`;
    await eventually(
      async () => {
        if (gateway.exitCode !== null) throw new Error(`radosgw ended with ${gateway.exitCode}`);
        return fetch(endpoint).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      { what: "radosgw", limitMs: UP_WITHIN_MS },
    );
    const credentials = { accessKeyId: "test-key", secretAccessKey: randomUUID() };
    const keys = ["--access-key", credentials.accessKeyId, "--secret", credentials.secretAccessKey];
    await run("radosgw-admin", "user", "create", "--uid=test", "--display-name=Test", ...keys);
    return { endpoint, credentials, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Places {
  folder: string;
  fsid: string;
  monPort: number;
  rgwPort: number;
}

/** One copy of each object, in memory, without authentication between the daemons. */
const configOf = ({ folder, fsid, monPort, rgwPort }: Places): string => `[global]
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
