import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bucketOf, commands } from "./network.ts";

const run = promisify(execFile);
/** The address of the servers, which each site reaches only through its uplink. */
const HOST = "10.212.255.1";

export interface SiteNetworkOptions {
  sites: number;
  /** The bandwidth of each site, shared by all of its viewers. */
  upKbps: number;
  downKbps: number;
}

/**
 * Sites of several viewers each. Each site is a separate network behind a router, with one shaped line to the edge's network, and
 * another line between the routers that measures the traffic between sites.
 */
export interface SiteNetwork {
  host: string;
  /** The network of each site, in CIDR notation. */
  subnets: string[];
  /** The path of a program that runs a browser with a page for each viewer, for each site. */
  browserPaths: string[];
  /** Returns the bytes that each uplink has carried to its site so far. */
  readDownBytes(): Promise<number[]>;
  /** Returns the packets between the sites so far, in either direction. */
  readCrossed(): Promise<number>;
  close(): Promise<void>;
}

/** Creates the sites. @throws Error if this machine does not permit namespaces or token buckets. */
export async function openSiteNetwork(
  options: SiteNetworkOptions,
  browserPath: string,
): Promise<SiteNetwork> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-sites-"));
  const sites = Array.from({ length: options.sites }, (_, site) => site);
  const close = async () => {
    for (const site of sites)
      for (const name of [routerOf(site), peopleOf(site)])
        await run("ip", ["netns", "del", name]).catch(() => undefined);
    await run("ip", ["addr", "del", `${HOST}/32`, "dev", "lo"]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await commands(`ip addr add ${HOST}/32 dev lo`);
    for (const site of sites) await openSite(site, options);
    await joinSites(sites);
    const browserPaths = await Promise.all(
      sites.map((site) => writeBrowser(folder, peopleOf(site), browserPath)),
    );
    return {
      host: HOST,
      subnets: sites.map((site) => `${lanOf(site)}.0/24`),
      browserPaths,
      readDownBytes: () => Promise.all(sites.map(async (site) => (await readLink(uplinkOf(site))).tx.bytes)),
      async readCrossed() {
        const { rx, tx } = await readLink("across", routerOf(0));
        return rx.packets + tx.packets;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const routerOf = (site: number) => `shoal-router-${site}`;
const uplinkOf = (site: number) => `shoal-up-${site}`;
const lanOf = (site: number) => `10.213.${site}`;
const peopleOf = (site: number) => `shoal-site-${site}`;

async function openSite(site: number, options: SiteNetworkOptions): Promise<void> {
  const router = routerOf(site);
  const uplink = uplinkOf(site);
  const [outer, inner] = [`10.212.${site}.1`, `10.212.${site}.2`];
  await commands(
    `ip netns add ${router}`,
    `ip netns exec ${router} sysctl -qw net.ipv4.ip_forward=1`,
    `ip link add ${uplink} type veth peer name wan netns ${router}`,
    `ip addr add ${outer}/30 dev ${uplink}`,
    `ip link set ${uplink} addrgenmode none up`,
    `ip -n ${router} addr add ${inner}/30 dev wan`,
    `ip -n ${router} link set wan addrgenmode none up`,
    `ip -n ${router} route add default via ${outer}`,
    `ip route add ${lanOf(site)}.0/24 via ${inner}`,
    `tc qdisc add dev ${uplink} root tbf ${bucketOf(options.downKbps)}`,
    `tc -n ${router} qdisc add dev wan root tbf ${bucketOf(options.upKbps)}`,
    `ip netns add ${peopleOf(site)}`,
    `ip -n ${router} link add lan type veth peer name eth0 netns ${peopleOf(site)}`,
    `ip -n ${router} addr add ${lanOf(site)}.1/24 dev lan`,
    `ip -n ${router} link set lan addrgenmode none up`,
    `ip -n ${peopleOf(site)} addr add ${lanOf(site)}.10/24 dev eth0`,
    `ip -n ${peopleOf(site)} link set lo up`,
    `ip -n ${peopleOf(site)} link set eth0 addrgenmode none up`,
    `ip -n ${peopleOf(site)} route add default via ${lanOf(site)}.1`,
  );
}

/** Connects the first two sites. Other sites are not connected to each other. */
async function joinSites([one = 0, other = 1]: readonly number[]): Promise<void> {
  await commands(
    `ip -n ${routerOf(one)} link add across type veth peer name across netns ${routerOf(other)}`,
    `ip -n ${routerOf(one)} addr add 10.214.0.1/30 dev across`,
    `ip -n ${routerOf(other)} addr add 10.214.0.2/30 dev across`,
    ...[one, other].map((site) => `ip -n ${routerOf(site)} link set across addrgenmode none up`),
    `ip -n ${routerOf(one)} route add ${lanOf(other)}.0/24 via 10.214.0.2`,
    `ip -n ${routerOf(other)} route add ${lanOf(one)}.0/24 via 10.214.0.1`,
  );
}

async function writeBrowser(folder: string, name: string, browserPath: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\nexec ip netns exec ${name} ${browserPath} "$@"\n`);
  await chmod(path, 0o755);
  return path;
}

interface LinkCounters {
  rx: { bytes: number; packets: number };
  tx: { bytes: number; packets: number };
}

/**
 * Reads the counters of a link.
 * @param namespace the network namespace; by default that of this process.
 */
async function readLink(name: string, namespace?: string): Promise<LinkCounters> {
  const inside = namespace === undefined ? [] : ["-n", namespace];
  const { stdout } = await run("ip", [...inside, "-j", "-s", "link", "show", "dev", name]);
  const [link] = JSON.parse(stdout) as { stats64: LinkCounters }[];
  if (!link) throw new Error(`There is no link ${name}`);
  return link.stats64;
}
