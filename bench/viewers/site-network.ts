import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bucketOf, runCommands } from "./network.ts";

const execFileAsync = promisify(execFile);
/** The address of the servers. Each site reaches it only through the site's uplink. */
const HOST_ADDRESS = "10.212.255.1";

export interface SiteNetworkOptions {
  sites: number;
  /** The bandwidth of each site, shared by all of its viewers. */
  upKbps: number;
  downKbps: number;
}

/**
 * Sites of several viewers. Each site is a separate network behind a router, with one shaped line to the edge's network. Another
 * line between the routers measures the traffic between sites.
 */
export interface SiteNetwork {
  host: string;
  /** The network of each site, in CIDR notation. */
  subnets: string[];
  /** The path of a program for each site, which runs a browser with a page for each of the site's viewers. */
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
      for (const name of [routerNameOf(site), viewerNamespaceOf(site)])
        await execFileAsync("ip", ["netns", "del", name]).catch(() => undefined);
    await execFileAsync("ip", ["addr", "del", `${HOST_ADDRESS}/32`, "dev", "lo"]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await runCommands(`ip addr add ${HOST_ADDRESS}/32 dev lo`);
    for (const site of sites) await openSite(site, options);
    await joinSites(sites);
    const browserPaths = await Promise.all(
      sites.map((site) => writeBrowser(folder, viewerNamespaceOf(site), browserPath)),
    );
    return {
      host: HOST_ADDRESS,
      subnets: sites.map((site) => `${lanNameOf(site)}.0/24`),
      browserPaths,
      readDownBytes: () =>
        Promise.all(sites.map(async (site) => (await readLink(uplinkNameOf(site))).tx.bytes)),
      async readCrossed() {
        const { rx, tx } = await readLink("across", routerNameOf(0));
        return rx.packets + tx.packets;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const routerNameOf = (site: number) => `shoal-router-${site}`;
const uplinkNameOf = (site: number) => `shoal-up-${site}`;
const lanNameOf = (site: number) => `10.213.${site}`;
const viewerNamespaceOf = (site: number) => `shoal-site-${site}`;

async function openSite(site: number, options: SiteNetworkOptions): Promise<void> {
  const router = routerNameOf(site);
  const uplink = uplinkNameOf(site);
  const [outer, inner] = [`10.212.${site}.1`, `10.212.${site}.2`];
  await runCommands(
    `ip netns add ${router}`,
    `ip netns exec ${router} sysctl -qw net.ipv4.ip_forward=1`,
    `ip link add ${uplink} type veth peer name wan netns ${router}`,
    `ip addr add ${outer}/30 dev ${uplink}`,
    `ip link set ${uplink} addrgenmode none up`,
    `ip -n ${router} addr add ${inner}/30 dev wan`,
    `ip -n ${router} link set wan addrgenmode none up`,
    `ip -n ${router} route add default via ${outer}`,
    `ip route add ${lanNameOf(site)}.0/24 via ${inner}`,
    `tc qdisc add dev ${uplink} root tbf ${bucketOf(options.downKbps)}`,
    `tc -n ${router} qdisc add dev wan root tbf ${bucketOf(options.upKbps)}`,
    `ip netns add ${viewerNamespaceOf(site)}`,
    `ip -n ${router} link add lan type veth peer name eth0 netns ${viewerNamespaceOf(site)}`,
    `ip -n ${router} addr add ${lanNameOf(site)}.1/24 dev lan`,
    `ip -n ${router} link set lan addrgenmode none up`,
    `ip -n ${viewerNamespaceOf(site)} addr add ${lanNameOf(site)}.10/24 dev eth0`,
    `ip -n ${viewerNamespaceOf(site)} link set lo up`,
    `ip -n ${viewerNamespaceOf(site)} link set eth0 addrgenmode none up`,
    `ip -n ${viewerNamespaceOf(site)} route add default via ${lanNameOf(site)}.1`,
  );
}

/** Connects the first two sites with each other. Other sites have no such connection. */
async function joinSites([one = 0, other = 1]: readonly number[]): Promise<void> {
  await runCommands(
    `ip -n ${routerNameOf(one)} link add across type veth peer name across netns ${routerNameOf(other)}`,
    `ip -n ${routerNameOf(one)} addr add 10.214.0.1/30 dev across`,
    `ip -n ${routerNameOf(other)} addr add 10.214.0.2/30 dev across`,
    ...[one, other].map((site) => `ip -n ${routerNameOf(site)} link set across addrgenmode none up`),
    `ip -n ${routerNameOf(one)} route add ${lanNameOf(other)}.0/24 via 10.214.0.2`,
    `ip -n ${routerNameOf(other)} route add ${lanNameOf(one)}.0/24 via 10.214.0.1`,
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
 * @param namespace the network namespace; by default this process's namespace.
 */
async function readLink(name: string, namespace?: string): Promise<LinkCounters> {
  const inside = namespace === undefined ? [] : ["-n", namespace];
  const { stdout } = await execFileAsync("ip", [...inside, "-j", "-s", "link", "show", "dev", name]);
  const [link] = JSON.parse(stdout) as { stats64: LinkCounters }[];
  if (!link) throw new Error(`There is no link ${name}`);
  return link.stats64;
}
