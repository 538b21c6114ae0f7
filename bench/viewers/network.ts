import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);
const BRIDGE_NAME = "shoal-bridge";
const HOST_ADDRESS = "10.211.0.1";
/** The maximum time for which a home router buffers data, in ms. */
const MAX_QUEUE_MS = 300;
const MIN_QUEUE_BYTES = 30_000;
const BURST_BYTES = 8_000;

export interface ShapedLine {
  upKbps: number;
  downKbps: number;
}

/** The network lines of viewers. Each viewer has a network namespace on a shared bridge, with a token bucket in each direction. */
export interface ShapedNetwork {
  /** The address on which servers for viewers must listen. */
  host: string;
  /** The path of a program for each viewer, which runs a browser behind that viewer's line. */
  browserPaths: string[];
  close(): Promise<void>;
}

/** Creates the lines. @throws Error if this machine does not permit namespaces or token buckets. */
export async function openShapedNetwork(
  lines: readonly ShapedLine[],
  browserPath: string,
): Promise<ShapedNetwork> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-lines-"));
  const close = async () => {
    for (const index of lines.keys())
      await execFileAsync("ip", ["netns", "del", nameOf(index)]).catch(() => undefined);
    await execFileAsync("ip", ["link", "del", BRIDGE_NAME]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await runCommands(`ip link add ${BRIDGE_NAME} type bridge`);
    await runCommands(`ip addr add ${HOST_ADDRESS}/24 dev ${BRIDGE_NAME}`, `ip link set ${BRIDGE_NAME} up`);
    const browserPaths: string[] = [];
    for (const [index, line] of lines.entries()) {
      await openLine(index, line);
      const path = join(folder, `browser-${index}`);
      await writeFile(path, `#!/bin/sh\nexec ip netns exec ${nameOf(index)} ${browserPath} "$@"\n`);
      await chmod(path, 0o755);
      browserPaths.push(path);
    }
    return { host: HOST_ADDRESS, browserPaths, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const nameOf = (index: number) => `shoal-viewer-${index}`;

async function openLine(index: number, { upKbps, downKbps }: ShapedLine): Promise<void> {
  const name = nameOf(index);
  const link = `shoal-line-${index}`;
  await runCommands(
    `ip netns add ${name}`,
    `ip link add ${link} type veth peer name eth0 netns ${name}`,
    `ip link set ${link} master ${BRIDGE_NAME} up`,
    `ip -n ${name} addr add 10.211.0.${index + 10}/24 dev eth0`,
    // No link-local address is generated. Chromium would treat its appearance a second later as a network change and abort its
    // loads.
    `ip -n ${name} link set eth0 addrgenmode none`,
    `ip -n ${name} link set lo up`,
    `ip -n ${name} link set eth0 up`,
    // The route leads nowhere, but without a route Chromium offers its peers no address.
    `ip -n ${name} route add default via ${HOST_ADDRESS}`,
    `tc -n ${name} qdisc add dev eth0 root tbf ${bucketOf(upKbps)}`,
    `tc qdisc add dev ${link} root tbf ${bucketOf(downKbps)}`,
  );
}

/** Returns the arguments with which `tc` shapes a line. */
export function bucketOf(kbps: number): string {
  const queueBytes = Math.max(MIN_QUEUE_BYTES, Math.round((kbps * MAX_QUEUE_MS) / 8));
  return `rate ${Math.round(kbps)}kbit burst ${BURST_BYTES} limit ${queueBytes}`;
}

/** Runs commands one after the other. */
export async function runCommands(...lines: string[]): Promise<void> {
  for (const line of lines) {
    const [program = "", ...words] = line.split(" ");
    await execFileAsync(program, words);
  }
}
