import { AppError, BEACON_INTERVAL_MS, type ConfigSite, type ErrorCode } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import {
  type DownloadFile,
  LIVE_CHAT_PATH,
  LIVE_CHAT_REPLAY_PATH,
  type PlayLive,
  type PlayRequest,
  type PlaySession,
} from "@shoal/contract/player";
import { hostOf, listDownloads } from "@shoal/domain";
import type { ProofGroup } from "@shoal/domain/proof";
import type { JointRates } from "@shoal/limits";
import { captionsFolder } from "@shoal/media";
import type { IpLocation } from "@shoal/places";
import { DOWNLOAD_LINK_LIFETIME_MS, type DownloadClaims, signDownload } from "@shoal/tokens";
import type { BeaconTokens } from "../beacons/beacon-tokens.ts";
import { continueSession } from "../beacons/running-session.ts";
import type { Placement } from "../cluster/index.ts";
import type { EdgeConfig } from "../config.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import { formatSubject } from "../rules/rule-subjects.ts";
import { accessClaimOf } from "../rules/rules-in-force.ts";
import { countingClaimsOf, findSite } from "../rules/sites.ts";
import { admitViewer, type PlayCaller } from "./admission.ts";
import { isDirect, roomUrlAt } from "./direct-lives.ts";
import { isConsentMissing, joinSwarm, viewerKeyOf, withoutPeers } from "./join-swarm.ts";
import { admitToPreview, type Preview } from "./owner-preview.ts";
import type { OwnerRightsCache } from "./owner-rights.ts";
import type { PasswordChecks } from "./password-checks.ts";
import type { PlayWait, PlayWaits } from "./play-waits.ts";
import type { PlaybackClaims, PlaybackTokens } from "./playback-token.ts";
import { publicOutroOf } from "./public-outro.ts";
import type { Refusals } from "./refusals.ts";
import { groupOfSession } from "./session-group.ts";
import { type SwarmTickets, swarmOf } from "./ticket.ts";
import type { WatchPasses } from "./watch-pass.ts";
import { addressesOf, versionOf, type Watchable, type Watchables } from "./watchables.ts";

export interface PlaySessionsOptions {
  config: Pick<
    EdgeConfig,
    "publicUrl" | "tokenTtlMs" | "iceServers" | "internalSecret" | "playsPerClientPerMinute"
  >;
  watchables: Watchables;
  tokens: PlaybackTokens;
  beaconTokens: BeaconTokens;
  tickets: SwarmTickets;
  roomTickets: PlaybackTokens;
  chatTickets: PlaybackTokens;
  placement: Pick<Placement, "trackerFor" | "roomFor">;
  checks: PasswordChecks;
  /** Rates that all edges count together. */
  rates?: Pick<JointRates, "tryConsume"> | undefined;
  passes: WatchPasses;
  ownerRights: Pick<OwnerRightsCache, "require">;
  refusals: Pick<Refusals, "watch">;
  limited: EdgeMetrics["playsLimited"];
  waits: Pick<PlayWaits, "hold">;
}

/** The errors that may disappear after a while, so that it makes sense for a viewer to wait. */
const RETRYABLE_REFUSALS: readonly ErrorCode[] = ["playback_live_offline", "playback_not_ready"];

/** The session of an admitted viewer, with its expiry. */
interface AdmittedSession {
  sessionId: string;
  bornAtMs: number;
  expiresAtMs: number;
  place: IpLocation;
  consent: boolean | undefined;
  site: ConfigSite | undefined;
  /** The proof-mode group; undefined outside of proof mode. */
  proof: ProofGroup | undefined;
  /** The URL of the page that shows the player. */
  page: string;
  /** Whether the caller is a robot, whose session gets no peers. */
  isRobot: boolean;
  /** The preview of a client's user; undefined for viewers. */
  preview: Preview | undefined;
}

/** Starts and renews play sessions. */
export class PlaySessions {
  readonly #options: PlaySessionsOptions;
  readonly #byClient: RateLimiter;
  constructor(options: PlaySessionsOptions) {
    this.#options = options;
    this.#byClient = new RateLimiter({
      perMinute: options.config.playsPerClientPerMinute,
      joint: { rates: options.rates, name: "plays of a client" },
    });
  }

  /**
   * Starts or renews a session by the video's uuid.
   * @param wait how long the caller waits for a video that cannot be played yet.
   * @throws the same AppErrors as `Watchables.getVideo` and `admitViewer`.
   */
  start(uuid: string, request: PlayRequest, viewer: PlayCaller, wait?: PlayWait): Promise<PlaySession> {
    const { watchables } = this.#options;
    return this.#openWhenReady(() => watchables.getVideo(uuid), { request, viewer, wait });
  }

  /**
   * Starts or renews a session by an export link.
   * @param wait as for `start`.
   * @throws the same AppErrors as `Watchables.getLinked` and `admitViewer`.
   */
  startByLink(
    linkUuid: string,
    request: PlayRequest,
    viewer: PlayCaller,
    wait?: PlayWait,
  ): Promise<PlaySession> {
    const { watchables } = this.#options;
    return this.#openWhenReady(() => watchables.getLinked(linkUuid), { request, viewer, wait });
  }

  async #openWhenReady(
    find: () => Promise<Watchable>,
    { request, viewer, wait }: { request: PlayRequest; viewer: PlayCaller; wait: PlayWait | undefined },
  ): Promise<PlaySession> {
    const attempt = async () => this.#open(await find(), request, viewer);
    if (!wait) return attempt();
    const { uuid } = (await find()).video;
    const isEarly = (error: unknown) => error instanceof AppError && RETRYABLE_REFUSALS.includes(error.code);
    return this.#options.waits.hold(uuid, wait, { attempt, isEarly });
  }

  async #open(watchable: Watchable, request: PlayRequest, viewer: PlayCaller): Promise<PlaySession> {
    const { config, checks, passes, refusals } = this.#options;
    const { clientId, uuid: video } = watchable.video;
    this.#limitClient(clientId);
    const owner = { secret: config.internalSecret, ownerRights: this.#options.ownerRights };
    const preview = await admitToPreview(watchable, request, viewer, owner);
    if (preview) return this.#preview(watchable, request, { viewer, preview });
    const { networkPrefix } = viewer.place;
    const media = { clientId, video, isPlugin: false, isPreview: false };
    const session = continueSession(request, media, this.#options.beaconTokens);
    const isRunning = !session.isNew;
    const keyId = await refusals.watch({ clientId, video, networkPrefix }, () =>
      admitViewer(watchable, request, viewer, { publicUrl: config.publicUrl, checks, passes, isRunning }),
    );
    const rules = { ...watchable.rules, access: accessClaimOf(watchable.rules, keyId) };
    return this.#sessionOf(
      { ...watchable, rules },
      {
        ...session,
        expiresAtMs: Math.floor((Date.now() + config.tokenTtlMs) / 1000) * 1000,
        place: viewer.place,
        consent: request.consent,
        site: findSite(watchable.video.config?.sites ?? [], viewer.address),
        page: viewer.page,
        isRobot: viewer.isRobot,
        proof: proofGroupOf(watchable, { ...request, ...session }),
        preview: undefined,
      },
    );
  }

  #preview(
    watchable: Watchable,
    request: PlayRequest,
    { viewer, preview }: { viewer: PlayCaller; preview: Preview },
  ): PlaySession {
    const { beaconTokens, config } = this.#options;
    const { clientId, uuid } = watchable.video;
    // A user has few free preview sessions. If the caller could choose the ids, a whole audience could share one session.
    const media = { clientId, video: uuid, isPlugin: false, isPreview: true };
    const session = continueSession(request, media, beaconTokens);
    const expiresAtMs =
      Math.floor(Math.min(Date.now() + config.tokenTtlMs, preview.expiresAtMs) / 1000) * 1000;
    const { place, page, isRobot } = viewer;
    return this.#sessionOf(watchable, {
      ...session,
      expiresAtMs,
      place,
      page,
      isRobot,
      preview,
      consent: false,
      site: undefined,
      proof: undefined,
    });
  }

  /** Limits the sessions per client, so that robots with many addresses cannot get tickets without limit. */
  #limitClient(clientId: string): void {
    if (this.#byClient.tryConsume(clientId)) return;
    this.#options.limited.inc({ by: "client" });
    throw this.#byClient.refusal("Too many play sessions of videos of this client");
  }

  #sessionOf(watchable: Watchable, admission: AdmittedSession): PlaySession {
    const { id, link, video, theme, rules } = watchable;
    const { generation, title, durationSec, isEnded, live, player, chapters, passwordHash } = video;
    const { sessionId, expiresAtMs, consent, isRobot, preview } = admission;
    const { tokens, passes, config } = this.#options;
    const isPreview = preview !== undefined;
    // Later rule changes do not affect a preview.
    const access = isPreview ? undefined : rules.access;
    // Robots never take a place of a direct live. If the live also has segments, previews and viewers who have not agreed to share
    // data take none either.
    const isAside = isRobot || (live?.delay === "middle" && (isPreview || isConsentMissing(rules, consent)));
    const claims = {
      ...video,
      sessionId,
      expiresAtMs,
      access,
      linkUuid: link?.uuid,
      previewUserUuid: preview?.userUuid,
    };
    const token = tokens.sign(claims);
    const base = `${config.publicUrl}/m/${token}/${tokens.mediaIdOf(video.uuid)}/${generation}`;
    return {
      sessionId,
      uuid: id,
      isLink: link !== null,
      generation,
      title,
      durationSec,
      isEnded,
      ...(live ? { live: publicLiveOf(live) } : {}),
      ...(isDirect(live) && !isAside ? { direct: this.#directOf(claims) } : {}),
      // Robots need no chat, and guests of a review may not chat.
      ...(video.chat && !isRobot && !preview?.isGuest ? { chat: this.#chatOf(video.chat, claims) } : {}),
      token,
      player,
      theme,
      chapters,
      tokenExpiresAt: new Date(expiresAtMs).toISOString(),
      serverTime: new Date().toISOString(),
      ...(preview ? { preview: preview.shown } : {}),
      // Users with a preview have entered no password that a pass could attest.
      pass: passwordHash === null || isPreview ? null : passes.sign(id, passwordHash),
      hlsUrl: `${base}/master.m3u8`,
      dashUrl: `${base}/manifest.mpd`,
      // If a video has no public picture, admitted viewers get one of its frames instead.
      thumbnailUrl:
        addressesOf(watchable, config.publicUrl).thumbnailUrl ?? versionOf(video, `${base}/thumbnail`),
      storyboardUrl: video.storyboard === null ? null : `${base}/storyboard.vtt`,
      captions: video.captions.map(({ object: _object, ...track }) => ({
        ...track,
        url: `${base}/${captionsFolder(track)}/captions.vtt`,
      })),
      outro: publicOutroOf(video.outro, config.publicUrl),
      // Export links offer no downloads, because a saved file would outlive the link.
      downloads: link === null ? this.#downloadsOf(watchable, admission) : [],
      p2p: this.#p2pOf(watchable, admission, base),
      beacon: this.#beaconOf(claims, watchable, admission),
    };
  }

  #beaconOf(
    { clientId, uuid, sessionId, expiresAtMs, linkUuid }: PlaybackClaims,
    { video, rules }: Watchable,
    { bornAtMs, page, site, consent, proof, preview }: AdmittedSession,
  ) {
    const { beaconTokens, config } = this.#options;
    const from = {
      ...countingClaimsOf(video.config?.uuid, site),
      pageHost: hostOf(page) ?? undefined,
      proof,
    };
    const isPreview = preview !== undefined || undefined;
    const counted = { clientId, video: uuid, sessionId, bornAtMs, expiresAtMs, linkUuid, isPreview };
    const token = beaconTokens.sign({ ...counted, ...from });
    const viewer = viewerKeyOf(clientId, rules, consent);
    return { url: `${config.publicUrl}/beacons`, intervalMs: BEACON_INTERVAL_MS, token, ...viewer };
  }

  #directOf(claims: PlaybackClaims): PlaySession["direct"] {
    const { roomTickets, placement } = this.#options;
    return { url: roomUrlAt(placement.roomFor(claims.uuid)), ticket: roomTickets.sign(claims) };
  }

  #chatOf({ mode }: NonNullable<PlaybackDescriptor["chat"]>, claims: PlaybackClaims): PlaySession["chat"] {
    const { chatTickets, config } = this.#options;
    const url = `${config.publicUrl.replace(/^http/, "ws")}${LIVE_CHAT_PATH}`;
    const replayUrl = `${config.publicUrl}${LIVE_CHAT_REPLAY_PATH}`;
    return { mode, url, replayUrl, ticket: chatTickets.sign(claims) };
  }

  /** Lists the downloads of a complete video. Links in a preview expire with the preview. */
  #downloadsOf({ video, rules }: Watchable, { page, preview }: AdmittedSession): DownloadFile[] {
    const { uuid, download, isEnded, tracks, durationSec } = video;
    if (!download || !isEnded || preview?.isGuest) return [];
    const { publicUrl, internalSecret } = this.#options.config;
    // A download link outlives its session. It therefore lists the checks that the viewer has passed, which are compared with the
    // required ones on each use.
    const passed = { access: rules.access, host: hostOf(page) };
    const claims: DownloadClaims = preview
      ? { audience: "owner", uuid, userUuid: preview.userUuid, expiresAtMs: preview.expiresAtMs }
      : { audience: "viewer", uuid, expiresAtMs: Date.now() + DOWNLOAD_LINK_LIFETIME_MS, ...passed };
    const token = signDownload(claims, internalSecret);
    return listDownloads(tracks, durationSec, (name) => `${publicUrl}/download/${token}/${name}`);
  }

  #p2pOf({ video, rules, client }: Watchable, admission: AdmittedSession, base: string): PlaySession["p2p"] {
    const { tokens } = this.#options;
    const subject = formatSubject({ kind: "video", uuid: video.uuid }, tokens);
    const joined = joinSwarm(this.#options, admission, {
      swarm: swarmOf(video),
      platform: "web",
      subject,
      rules,
      clientId: video.clientId,
      client,
      sites: video.config?.sites ?? [],
    });
    const p2p = { ...joined, hashesUrl: `${base}/hashes.json` };
    return admission.preview || admission.isRobot ? withoutPeers(p2p) : p2p;
  }
}

/**
 * Returns the proof-mode group. Lives whose first viewers watch without delay have no group, since those viewers get their data
 * from the publisher.
 */
const proofGroupOf = (
  { client, rules, video }: Watchable,
  { sessionId, consent, viewer }: PlayRequest & { sessionId: string },
): ProofGroup | undefined =>
  isDirect(video.live)
    ? undefined
    : groupOfSession(client, rules, { platform: "web", sessionId, consent, viewer });

type DescribedLive = NonNullable<PlaybackDescriptor["live"]>;

/** Returns the part of a live's description that players get, which does not reveal the live's ingest. */
const publicLiveOf = ({ latencySec, isSeekable, heldSec, delay, isOnClock }: DescribedLive): PlayLive => ({
  latencySec,
  ...(isSeekable === undefined ? {} : { isSeekable }),
  ...(heldSec === undefined ? {} : { heldSec }),
  ...(delay === undefined ? {} : { delay }),
  ...(isOnClock === undefined ? {} : { isOnClock }),
});
