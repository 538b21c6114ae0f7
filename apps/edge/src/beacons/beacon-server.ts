import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@shoal/contract";
import { BeaconBatch, type BeaconMinute } from "@shoal/contract/player";
import { pluginVideoKey } from "@shoal/domain/plugin-video-key";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { Places } from "@shoal/places";
import type { ServedBytes } from "../media/served-bytes.ts";
import { type ClaimFloors, type ClaimLimits, claimLimitsOf } from "../metering/claim-limits.ts";
import type { ReportedBytes } from "../metering/reported-bytes.ts";
import { OPEN_HEADERS } from "../platform/headers.ts";
import { parseJson, readRequestBody } from "../platform/json-body.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { parseOrRefuse } from "../platform/parse.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { CollectionReporter } from "../plugin/collection-reporter.ts";
import { NewMedia } from "../plugin/new-media.ts";
import type { RecentBytes } from "../reports/recent-bytes.ts";
import type { BeaconClaims, BeaconTokens, VerifiedBeacon } from "./beacon-tokens.ts";
import { type LoadedBytes, SessionLedger, UNKNOWN_PEAK_BPS } from "./session-ledger.ts";
import { inWindow, rowsOf } from "./session-minutes.ts";
import type { Shipper } from "./shipper.ts";
import type { Spool } from "./spool.ts";
import { parseUserAgent } from "./user-agents.ts";

/**
 * How long a token can still sign beacons after its expiry, since a session's last beacon may arrive late. Older counters are
 * rejected anyway.
 */
const TOKEN_GRACE_MS = 600_000;
/** The maximum number of beacons per player per minute. Players send 6, and a few more when their tab is hidden or shown. */
const BEACONS_PER_MINUTE = 60;
/** The maximum size of a beacon. A full batch of 30 minutes takes 12 kB. */
const MAX_BODY_BYTES = 64_000;

export interface BeaconServerOptions {
  beaconTokens: BeaconTokens;
  descriptors: Pick<Descriptors, "videos" | "pluginVideos" | "clients">;
  served: Pick<ServedBytes, "of">;
  recent: Pick<RecentBytes, "record">;
  reported: Pick<ReportedBytes, "record">;
  billing: {
    /** The highest bit rate billed for media on other CDNs and for unknown media, in bits per second. */
    elsewhereBps: number;
  } & ClaimFloors;
  /** Whether a cache in front of the edge serves the media. */
  isCacheInFront: boolean;
  /** Records the videos of plugin sessions, which can play media from any CDN. */
  plugin: { reporter: Pick<CollectionReporter, "record"> };
  places: Places;
  addressOf: ClientAddressOf;
  spool: Spool;
  shipper: Shipper;
  /** The spool and shipper for the sessions of robots, whose rows are written to a separate table. */
  robots: { spool: Spool; shipper: Shipper };
  metrics: EdgeMetrics;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
}

/**
 * `POST /beacons`: accepts players' counters and responds 202 once they are on disk. Every viewer sends a beacon every 10 s, so
 * this bypasses the framework, whose overhead would exceed the work itself.
 */
export class BeaconServer {
  readonly #options: BeaconServerOptions;
  readonly #limiter = new RateLimiter({ perMinute: BEACONS_PER_MINUTE });
  readonly #newMedia = new NewMedia();
  readonly #ledger: SessionLedger;
  constructor(options: BeaconServerOptions) {
    this.#options = options;
    this.#ledger = new SessionLedger({
      servedTo: (sessionId) => options.served.of(sessionId),
      onDisagreement: () => options.metrics.sessionsDisagreeing.inc(),
    });
  }

  /**
   * Handles a request for `POST /beacons`.
   * @returns false for any other request.
   */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "POST" || req.url !== "/beacons") return false;
    this.#receive(req).then(
      () => res.writeHead(202, ACCEPTED_HEADERS).end(),
      (error: unknown) => this.#options.onError(error, req, res),
    );
    return true;
  }

  async #receive(req: IncomingMessage): Promise<void> {
    const { places, addressOf, metrics } = this.#options;
    const batch = parseOrRefuse(BeaconBatch, parseJson(await readRequestBody(req, MAX_BODY_BYTES)));
    const claims = this.#claimsOf(batch.token);
    if (!this.#limiter.tryConsume(claims.sessionId))
      throw this.#limiter.refusal("Too many beacons of a session");
    if (claims.isPreview) return;
    const nowMs = Date.now();
    const userAgent = parseUserAgent(req.headers["user-agent"]);
    const { spool, shipper } = userAgent.isRobot ? this.#options.robots : this.#options;
    const peakBps = this.#peakOf(claims);
    const minutes = this.#ledger.accept(claims.sessionId, inWindow(batch.minutes, nowMs), {
      nowMs,
      bornAtMs: claims.bornAtMs,
      peakBps,
      onLoaded: (loaded) => userAgent.isRobot || this.#record(claims, loaded),
      onCut: (what) => metrics.beaconClaimsCut.inc({ what }),
    });
    const rows = rowsOf(
      { ...batch, minutes },
      { claims, place: places.find(addressOf(req)), userAgent, nowMs, peakBps: peakBps ?? UNKNOWN_PEAK_BPS },
    );
    // An outdated batch is acknowledged as well. Otherwise the player would send it again.
    if (rows.length === 0) {
      if (inWindow(batch.minutes, nowMs).length === 0) throw createOutsideWindowError();
      return;
    }
    if (!userAgent.isRobot) {
      const usual = await this.#usualOf(claims, nowMs);
      this.#bill(claims, minutes, { address: addressOf(req), peakBps, usual });
      this.#list(claims, minutes, places.find(addressOf(req)).networkPrefix);
    }
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    await spool.append(lines, rows.length).catch((error: unknown) => {
      metrics.beaconsRefused.inc();
      throw error;
    });
    metrics.beaconRows.inc(rows.length);
    shipper.notice();
  }

  #bill(
    claims: VerifiedBeacon,
    minutes: readonly BeaconMinute[],
    {
      address,
      peakBps,
      usual,
    }: { address: string; peakBps: number | undefined; usual: ClaimLimits | undefined },
  ): void {
    const { reported, billing, isCacheInFront } = this.#options;
    const { clientId, video, sessionId, bornAtMs, configUuid, isElsewhere, isFromCdn = false } = claims;
    const sender = { clientId, video, sessionId, bornAtMs, address };
    reported.record(
      {
        ...sender,
        key: isElsewhere ? (configUuid ?? clientId) : clientId,
        rateBps: peakBps ?? billing.elsewhereBps,
        isServedHere: !isElsewhere && !isCacheInFront,
        isCountedHere: isElsewhere === undefined && !isCacheInFront,
        isFromCdn,
        usual,
      },
      minutes,
    );
  }

  /**
   * Returns the claim limits for a plugin session whose bytes no edge can verify: media from other CDNs, and bytes that peers
   * exchanged of hosted media. The limits depend on the client's usual claims. Does not wait while the api is unreachable: a client
   * whose usual claims are unknown counts as new.
   */
  async #usualOf({ clientId, isElsewhere, isSigned }: VerifiedBeacon, nowMs: number) {
    const { descriptors, billing, isCacheInFront } = this.#options;
    const isHosted = isElsewhere === false && !isCacheInFront;
    if (isSigned || !(isElsewhere || isHosted)) return undefined;
    const known = descriptors.clients.peek(clientId);
    const client = known ?? (await descriptors.clients.find(clientId).catch(() => undefined));
    return claimLimitsOf(client?.claims, billing, nowMs);
  }

  /** Adds a video on another CDN to its client's list once a viewer has watched it. */
  #list(claims: VerifiedBeacon, minutes: readonly BeaconMinute[], network: string): void {
    const { clientId, video, collection, version, isElsewhere } = claims;
    // Only the plugin reports where media come from, so sessions of our own player are not listed.
    if (isElsewhere === undefined) return;
    const { plugin, descriptors } = this.#options;
    const known = descriptors.pluginVideos.peek(pluginVideoKey(clientId, video));
    const isListed = known !== undefined && known.revision > 0;
    if (!isListed && !this.#newMedia.mayList({ ...claims, network }, minutes)) return;
    plugin.reporter.record({ clientId, video, collection, version, mayAdd: true });
  }

  #record({ clientId, video }: BeaconClaims, loaded: LoadedBytes): void {
    const { recent, metrics } = this.#options;
    recent.record({ client: clientId, video }, loaded);
    metrics.loadedBytes.inc({ from: "server" }, loaded.serverBytes);
    metrics.loadedBytes.inc({ from: "peer" }, loaded.peerBytes);
  }

  /** Returns the bit rate of the top rendition with its largest audio track; undefined if the video is not hosted or not known. */
  #peakOf({ video: uuid }: BeaconClaims): number | undefined {
    const tracks = this.#options.descriptors.videos.peek(uuid)?.tracks ?? [];
    const peakOf = (kind: string) =>
      Math.max(0, ...tracks.filter((track) => track.kind === kind).map(({ bandwidthBps }) => bandwidthBps));
    return peakOf("video") + peakOf("audio") || undefined;
  }

  /** Verifies a token, and records that its video belongs to the collection that the viewer's page names. */
  #claimsOf(token: string): VerifiedBeacon {
    const { beaconTokens, plugin } = this.#options;
    const claims = beaconTokens.verify(token, TOKEN_GRACE_MS);
    const { clientId, video, collection } = claims;
    if (collection !== undefined) plugin.reporter.record({ clientId, video, collection });
    return claims;
  }
}

const ACCEPTED_HEADERS = { ...OPEN_HEADERS, "Content-Length": "0", "Cache-Control": "no-store" };

const createOutsideWindowError = () =>
  new AppError("bad_request", "None of the minutes in this batch can be counted", [
    { path: "minutes", reason: "must be within the last hour" },
  ]);
