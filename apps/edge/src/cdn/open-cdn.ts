import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { dirname, join } from "node:path";
import { SPOOL_FOLDERS } from "@shoal/contract/stored-data";
import type { Places } from "@shoal/places";
import type { FetchPolicy } from "@shoal/safe-fetch";
import { createClickHouseSink } from "../beacons/click-house-sink.ts";
import { Shipper } from "../beacons/shipper.ts";
import { Spool } from "../beacons/spool.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import { AccessLog } from "./access-log.ts";
import { CdnMeter } from "./cdn-meter.ts";
import { createCdnServer } from "./cdn-server.ts";
import { DiskSpaceMonitor } from "./disk-space-monitor.ts";
import { httpConfigOf, nginxConfigOf, runtimePathsOf } from "./nginx-config.ts";
import { DEFAULT_ORIGIN_LIMITS, OriginFetch, type OriginLimits } from "./origin-fetch.ts";

/** Settings of the CDN at an edge. */
export interface CdnConfig {
  dir: string;
  listen: string;
  publicHosts: string[];
  cacheBytes: number;
  policy: FetchPolicy;
  /** Time limits other than the default, for tests. */
  bounds?: OriginLimits;
}

export interface CdnOptions {
  config: CdnConfig;
  clickhouseUrl: string;
  analyticsLingerMs: number;
  spoolDir: string;
  spoolMaxBytes: number;
  internalSecret: string;
  trustedProxies: string[];
  lookupsPerMinute: number;
  descriptors: Pick<Descriptors, "cdnEntries" | "clients">;
  places: Pick<Places, "find">;
  /** The spool and shipper of the billing rows. */
  metering: { spool: Spool; shipper: Shipper };
  metrics: EdgeMetrics;
  log: {
    warn(fields: object, message: string): void;
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/** The CDN of an edge, with its checks, fetches and metering for nginx. */
export interface Cdn {
  shipper: Shipper;
  spool: Spool;
  /** Creates the file that makes nginx start. Called once there is a CDN entry: nginx does not run without entries. */
  want(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the CDN of an edge, without starting it.
 * @throws Error if its folder or socket cannot be created.
 */
export async function openCdn(options: CdnOptions): Promise<Cdn> {
  const { config, metrics, log } = options;
  const places = runtimePathsOf(config.dir);
  await mkdir(config.dir, { recursive: true, mode: 0o700 });
  const room = new DiskSpaceMonitor(config.dir);
  const spool = await Spool.open(
    join(options.spoolDir, SPOOL_FOLDERS.cdn_hours),
    options.spoolMaxBytes,
    (err) => log.error({ err }, "Rejected rows could not be deleted after 30 days; retrying tomorrow"),
  );
  const sink = createClickHouseSink(options.clickhouseUrl, "cdn_hours");
  const shipper = new Shipper({ spool, sink, metrics, lingerMs: options.analyticsLingerMs, log });
  const meter = await CdnMeter.open({
    path: places.counts,
    logPath: places.log,
    openLog: (place) => new AccessLog({ path: places.log, reopen: () => reopenLog(places.pid) }, place),
    countryOf: (address) => options.places.find(address).country,
    hours: { spool, shipper },
    metered: options.metering,
    onError: (err) => log.error({ err }, "Traffic of CDN entries could not be counted; it stays in the log"),
  });
  const server = serverOf(options, room, meter);
  return {
    spool,
    shipper,
    want: () => (existsSync(places.wanted) ? Promise.resolve() : writeFile(places.wanted, "")),
    async start() {
      await writeConfigs(options);
      await room.start();
      await listen(server, places.socket);
      shipper.start();
      meter.start();
    },
    async close() {
      room.close();
      server.close();
      server.closeAllConnections();
      await meter.close();
      await shipper.close();
      await spool.seal();
      await sink.close();
    },
  };
}

function serverOf(options: CdnOptions, room: DiskSpaceMonitor, meter: CdnMeter): Server {
  const { config, internalSecret, descriptors, places, log } = options;
  const origin = new OriginFetch({
    policy: config.policy,
    bounds: config.bounds ?? DEFAULT_ORIGIN_LIMITS,
    loopId: loopIdOf(internalSecret),
    hasRoom: () => room.hasRoom,
    onLoaded: (entry, response) => meter.addLoaded(entry, response),
  });
  return createCdnServer({
    entries: descriptors.cdnEntries,
    clients: descriptors.clients,
    places,
    origin,
    lookups: new RateLimiter({ perMinute: options.lookupsPerMinute }),
    hasRoom: () => room.hasRoom,
    log,
  });
}

/** Returns the name of the installation in loop detection, which is equal at all of its edges and unique to it. */
const loopIdOf = (secret: string) =>
  `shoal-${createHash("sha256").update(`cdn loop ${secret}`).digest("hex").slice(0, 16)}`;

/** Writes the configuration files atomically, so that nginx never starts with an incomplete one. */
async function writeConfigs({ config, trustedProxies, internalSecret }: CdnOptions): Promise<void> {
  const loopId = loopIdOf(internalSecret);
  const settings = { ...config, trustedProxies, loopId, user: process.getuid?.() === 0 ? "root" : undefined };
  const places = runtimePathsOf(config.dir);
  for (const [path, text] of [
    [places.httpConfig, httpConfigOf(settings)],
    [places.config, nginxConfigOf(settings)],
  ] as const) {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  }
}

async function listen(server: Server, socket: string): Promise<void> {
  const folder = dirname(socket);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid } = await stat(folder);
  if (uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user`);
  // An edge that was killed has left its socket behind.
  await rm(socket, { force: true });
  server.listen(socket);
  await once(server, "listening");
  await chmod(socket, 0o600);
}

/**
 * Signals nginx to start a new log.
 * @returns false if nginx could not be signalled.
 */
async function reopenLog(pidFile: string): Promise<boolean> {
  const pid = Number(await readFile(pidFile, "utf8").catch(() => ""));
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, "SIGUSR1");
    return true;
  } catch {
    return false;
  }
}
