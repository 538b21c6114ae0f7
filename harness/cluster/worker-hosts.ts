import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openForwarder, type PortForwarder } from "./forwarder.ts";

const execFileAsync = promisify(execFile);
const CGROUPS_FOLDER = "/sys/fs/cgroup";
const PERIOD_US = 100_000;
/**
 * Scheduling weights. The first is the kernel's weight of a process with niceness 0. The second is that of a process with niceness
 * 10, such as an encoder. Shares are those of cgroups 1.
 */
const USUAL_PRIORITY = { shares: 1024, weight: 100 };
const ENCODER_PRIORITY = { shares: 110, weight: 11 };

/** Network namespaces in which workers run as if on other machines. Workers reach this machine only through a bridge. */
export interface WorkerHosts {
  /** The address of this machine on the bridge. */
  host: string;
  /** Whether the CPU time of each worker is limited. */
  hasCpuLimits: boolean;
  /** Returns the command line that runs a worker in its namespace, by its number. */
  through(worker: number): readonly string[];
  /**
   * Gives all other processes priority over the workers, as over encoders. Until this call, workers have the same priority, so they
   * start quickly.
   */
  yieldToOthers(): Promise<void>;
  /** Forwards connections from a port of the bridge to the same port of loopback. */
  forward(port: number): Promise<void>;
  close(): Promise<void>;
}

/** The share of this machine's cores that each worker may use. */
export interface WorkerCores {
  /** The number of CPU seconds per second. */
  share: number;
  /** The only cores on which a worker runs, in the form of `taskset --cpu-list`. By default a worker runs on all cores. */
  list?: string;
}

/**
 * Creates a namespace for each worker.
 * @returns undefined on a machine on which this process cannot create any.
 */
export async function openWorkerHosts(
  count: number,
  { share, list }: WorkerCores,
): Promise<WorkerHosts | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  await removeLeftOvers().catch(() => undefined);
  const bridge = bridgeOf(process.pid);
  const lan = `10.214.${(process.pid % 254) + 1}`;
  const host = `${lan}.1`;
  const forwarders: PortForwarder[] = [];
  const close = async () => {
    for (const forwarder of forwarders) forwarder.close();
    await removeAll(process.pid, count);
  };
  try {
    await runIp(
      `link add ${bridge} type bridge`,
      `addr add ${host}/24 dev ${bridge}`,
      `link set ${bridge} up`,
    );
    for (let n = 0; n < count; n++) await addNamespace(n, bridge, `${lan}.${n + 10}`);
  } catch {
    await close();
    return undefined;
  }
  const limits = await limitCores(count, share).catch(() => undefined);
  return {
    host,
    hasCpuLimits: limits !== undefined,
    through(worker) {
      const onCores = list === undefined ? [] : ["taskset", "--cpu-list", list];
      const inNamespace = [...onCores, "ip", "netns", "exec", namespaceOf(process.pid, worker)];
      const limit = limits?.[worker];
      return limit ? ["sh", "-c", 'echo $$ > "$0" && exec "$@"', limit, ...inNamespace] : inNamespace;
    },
    async yieldToOthers() {
      if (limits) await setGroupPriority(count, ENCODER_PRIORITY);
    },
    async forward(port) {
      forwarders.push(await openForwarder({ host, port }, () => port));
    },
    close,
  };
}

const bridgeOf = (pid: number) => `shoal-${pid}`;
const namespaceOf = (pid: number, worker: number) => `shoal-${pid}-worker-${worker + 1}`;

async function addNamespace(worker: number, bridge: string, address: string): Promise<void> {
  const name = namespaceOf(process.pid, worker);
  const link = `s${process.pid}-${worker + 1}`;
  await runIp(
    `netns add ${name}`,
    `link add ${link} type veth peer name eth0 netns ${name}`,
    `link set ${link} master ${bridge} up`,
    `-n ${name} addr add ${address}/24 dev eth0`,
    `-n ${name} link set lo up`,
    `-n ${name} link set eth0 up`,
  );
}

/** Removes the namespaces and cgroups of killed clusters, whose names contain the cluster's pid. */
async function removeLeftOvers(): Promise<void> {
  const { stdout } = await execFileAsync("ip", ["netns", "list"]);
  for (const [, pid, worker] of stdout.matchAll(/^shoal-(\d+)-worker-(\d+)/gm))
    if (!existsSync(`/proc/${pid}`)) await removeAll(Number(pid), Number(worker));
}

async function removeAll(pid: number, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await runIp(`netns del ${namespaceOf(pid, n)}`).catch(() => undefined);
  await runIp(`link del ${bridgeOf(pid)}`).catch(() => undefined);
  for (let n = 0; n < count; n++) await rmdir(cgroupOf(pid, n)).catch(() => undefined);
  await rmdir(cgroupOf(pid)).catch(() => undefined);
}

/** Returns whether this machine has version 2 of cgroups, with one tree for all resources. */
const isUnified = existsSync(join(CGROUPS_FOLDER, "cgroup.controllers"));

const cgroupOf = (pid: number, worker?: number) =>
  join(
    CGROUPS_FOLDER,
    isUnified ? "" : "cpu",
    bridgeOf(pid),
    worker === undefined ? "" : `worker-${worker + 1}`,
  );

/** Limits the CPU time of each worker. @returns for each worker, the file into which the ids of its processes are written. */
async function limitCores(count: number, share: number): Promise<string[]> {
  const quotaUs = Math.round(share * PERIOD_US);
  const all = cgroupOf(process.pid);
  await mkdir(all);
  if (isUnified)
    for (const folder of [CGROUPS_FOLDER, all])
      await writeFile(join(folder, "cgroup.subtree_control"), "+cpu");
  await setGroupPriority(count, USUAL_PRIORITY);
  const files: string[] = [];
  for (let n = 0; n < count; n++) {
    const own = cgroupOf(process.pid, n);
    await mkdir(own);
    if (isUnified) await writeFile(join(own, "cpu.max"), `${quotaUs} ${PERIOD_US}`);
    else {
      await writeFile(join(own, "cpu.cfs_period_us"), `${PERIOD_US}`);
      await writeFile(join(own, "cpu.cfs_quota_us"), `${quotaUs}`);
    }
    files.push(join(own, "cgroup.procs"));
  }
  return files;
}

/** Sets the priority of the workers' group. The scheduler treats the group as one process, whatever the niceness of its members. */
async function setGroupPriority(count: number, { shares, weight }: typeof USUAL_PRIORITY): Promise<void> {
  const all = cgroupOf(process.pid);
  await (isUnified
    ? writeFile(join(all, "cpu.weight"), `${weight * count}`)
    : writeFile(join(all, "cpu.shares"), `${shares * count}`));
}

/** Runs several commands of `runIp`, one after the other. */
async function runIp(...lines: string[]): Promise<void> {
  for (const line of lines) await execFileAsync("ip", line.split(" "));
}
