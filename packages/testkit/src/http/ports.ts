import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";

/**
 * Lower ports need privileges, belong to well-known services, or are blocked by `fetch` and browsers; the highest of these is 10,080
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST_PORT = 10_096;
/** The start of Linux's default port range for connections. */
const DEFAULT_FIRST_EPHEMERAL = 32_768;
/** The ports of parallel test files differ, because they follow from the number of the file's pool. */
const PORT_LANES = 16;

let nextPort: number | undefined;

/**
 * Returns loopback ports for processes that must know each other's ports before they start. No connection can occupy them in the meantime,
 * as happens with a port that was bound as port 0 and released: they are below the system's range.
 * @param count the number of different ports to return.
 * @throws Error if not enough are free.
 * @example const [apiPort, edgePort] = await freePorts(2);
 */
export async function freePorts<Count extends number>(count: Count): Promise<PortsOf<Count>> {
  const end = await firstEphemeralPort();
  const lane = Number(process.env.VITEST_POOL_ID ?? 0) % PORT_LANES;
  const places = Math.floor((end - FIRST_PORT) / PORT_LANES);
  nextPort ??= Math.floor(Math.random() * places);
  const ports: number[] = [];
  for (let tried = 0; tried < places && ports.length < count; tried++) {
    const port = FIRST_PORT + (nextPort++ % places) * PORT_LANES + lane;
    if (await isFree(port)) ports.push(port);
  }
  if (ports.length < count) throw new Error(`No ${count} ports are free between ${FIRST_PORT} and ${end}`);
  return ports as PortsOf<Count>;
}

type PortsOf<Count extends number> = Count extends 1
  ? [number]
  : Count extends 2
    ? [number, number]
    : number[];

/** Returns the first port of the range from which the system assigns free ports. */
async function firstEphemeralPort(): Promise<number> {
  const range = await readFile("/proc/sys/net/ipv4/ip_local_port_range", "utf8").catch(() => "");
  const first = Number.parseInt(range, 10);
  return first > FIRST_PORT + PORT_LANES ? first : DEFAULT_FIRST_EPHEMERAL;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  await once(server.close(), "close");
  return true;
}
