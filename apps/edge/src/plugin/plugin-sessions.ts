import { hash } from "node:crypto";
import { AppError, BEACON_INTERVAL_MS } from "@shoal/contract";
import type {
  ClientDescriptor,
  ConfigDescriptor,
  DescribedRules,
  PlaybackDescriptor,
} from "@shoal/contract/edge";
import type { PluginSession, PluginSessionRequest } from "@shoal/contract/player";
import { chosenCollectionOf, hostOf } from "@shoal/domain";
import { pluginVideoKey } from "@shoal/domain/plugin-video-key";
import type { BeaconTokens } from "../beacons/beacon-tokens.ts";
import { continueSession } from "../beacons/running-session.ts";
import type { Placement } from "../cluster/index.ts";
import type { EdgeConfig } from "../config.ts";
import { UUID } from "../platform/parse.ts";
import { type PlayCaller, requireAllowed, requirePassed } from "../playback/admission.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import { joinSwarm, viewerKeyOf, withoutPeers } from "../playback/join-swarm.ts";
import type { PlaybackTokens, VerifiedClaims } from "../playback/playback-token.ts";
import type { Refusals } from "../playback/refusals.ts";
import { groupOfSession } from "../playback/session-group.ts";
import type { SwarmTickets } from "../playback/ticket.ts";
import { requireOpen } from "../playback/watchables.ts";
import { formatSubject } from "../rules/rule-subjects.ts";
import { accessClaimOf, type RulesInForce } from "../rules/rules-in-force.ts";
import { countingClaimsOf, findSite } from "../rules/sites.ts";
import { hasKeyEnded, rulesOfConfig } from "../rules/watched-rules.ts";
import type { CollectionReporter } from "./collection-reporter.ts";
import { isPageAllowed } from "./config-sites.ts";
import { parseHostedManifest } from "./hosted-media.ts";
import { NamedCollections } from "./named-collections.ts";
import type { VersionCounts } from "./version-counts.ts";
import { nameOfVideo } from "./video-name.ts";

/** Matches the path of a CDN entry at the shared address. */
const CDN_PATH = /^\/cdn\/([a-z0-9]{12})\//;
/**
 * How long after its expiry a token in a manifest's address still proves that its holder entered the password: as long as a pass is
 * valid.
 */
const PROOF_GRACE_MS = 24 * 3_600_000;
const UUID_IN_ANY_CASE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface PluginSessionsOptions {
  config: Pick<EdgeConfig, "publicUrl" | "cluster" | "iceServers" | "tokenTtlMs">;
  descriptors: Descriptors;
  tokens: PlaybackTokens;
  beaconTokens: BeaconTokens;
  tickets: SwarmTickets;
  placement: Pick<Placement, "trackerFor">;
  reporter: Pick<CollectionReporter, "record">;
  versions: Pick<VersionCounts, "record">;
  refusals: Pick<Refusals, "watch">;
}

/** The viewer, and the requesting page if the browser reports it. */
export interface PluginViewer extends PlayCaller {
  origin: string | undefined;
}

/** Starts and renews sessions for media on any CDN. */
export class PluginSessions {
  readonly #options: PluginSessionsOptions;
  readonly #named = new NamedCollections();
  /** The public origins of all edges. */
  readonly #origins: ReadonlySet<string>;
  constructor(options: PluginSessionsOptions) {
    this.#options = options;
    const { publicUrl, cluster } = options.config;
    this.#origins = new Set([publicUrl, ...cluster.map(({ url }) => url)].map((url) => new URL(url).origin));
  }

  /**
   * Starts or renews a session.
   * @throws AppError "config_key_unknown" (also for a revoked key), "config_site_denied", "bad_request" for a video without a name, the
   *   errors of `requireOpen`, `requirePassed` and `requireAllowed`, "unavailable"
   */
  async start(request: PluginSessionRequest, viewer: PluginViewer): Promise<PluginSession> {
    const { descriptors, reporter, refusals } = this.#options;
    const found = await this.#getConfig(request.key);
    const { clientId } = found;
    const named = await this.#findVideo(request, clientId);
    const { name: video, isElsewhere } = named;
    const client = await descriptors.clients.find(found.clientId);
    const { networkPrefix } = viewer.place;
    const { rules, isSigned } = await refusals.watch({ clientId, video, networkPrefix }, () =>
      admitViewer(request, viewer, { found, client, named }),
    );
    const { collection, version } = request;
    const mayName =
      collection === undefined || this.#named.tryConsume(networkPrefix, `${clientId} ${collection}`);
    reporter.record({ clientId, video, collection, config: found.uuid, mayName, mayAdd: false, version });
    const isFromCdn = isElsewhere && (await this.#isFromCdn(request.manifestUrl, clientId));
    return this.#sessionOf(request, viewer, {
      found,
      client,
      rules,
      isSigned,
      named,
      isFromCdn,
    });
  }

  /**
   * Finds the video of a request. A page may identify a hosted video by its uuid, or only by the address of its manifest. An
   * unknown uuid, or the uuid of another client's video, must not count as hosted. Media with one of our manifests are hosted,
   * whatever name the page gives them: the edge bills the bytes that it sends of them. Media on other servers are billed as
   * reported.
   */
  async #findVideo(request: PluginSessionRequest, clientId: string): Promise<NamedVideo> {
    const { manifestUrl } = request;
    const played = await this.#findPlayed(manifestUrl, clientId);
    const isElsewhere = !played && manifestUrl !== undefined;
    const name = request.video ?? played?.name ?? nameOfVideo(request);
    const isUuid = UUID_IN_ANY_CASE.test(name);
    const own = isUuid ? await this.#findOurs(name.toLowerCase(), clientId) : undefined;
    const hosted = played?.video ?? own;
    const passed = { access: played?.access, linkUuid: played?.linkUuid };
    if (own) return { name: own.uuid, described: own.rules, isElsewhere, hosted, ...passed };
    const foreign = isUuid ? `~${name}` : name;
    return { ...(await this.#findForeign(foreign, clientId)), isElsewhere: !played, hosted, ...passed };
  }

  /** Finds the hosted video of a manifest, and the checks that the session in the manifest's address has passed. */
  async #findPlayed(manifestUrl: string | undefined, clientId: string): Promise<HostedPlayback | undefined> {
    const manifest = parseHostedManifest(manifestUrl, this.#origins);
    if (!manifest) return undefined;
    const claims = "uuid" in manifest ? undefined : this.#readToken(manifest);
    const uuid = "uuid" in manifest ? manifest.uuid : claims?.uuid;
    const video = await this.#findOurs(uuid, clientId);
    if (!video) return undefined;
    const linkUuid = claims?.linkUuid;
    if (linkUuid !== undefined) requireOpen(await this.#options.descriptors.links.find(linkUuid));
    const isProof = claims !== undefined && claims.expiresAtMs + PROOF_GRACE_MS > this.#options.tokens.nowMs;
    // Viewers of an export link must not learn the video's uuid, which would still work after the link has ended.
    const name = claims?.linkUuid === undefined ? video.uuid : `~${claims.mediaId}`;
    return { video, name, access: isProof ? claims.access : undefined, linkUuid };
  }

  /** Reads the session of a media address. An expired token is accepted, since it also proves that the media are hosted. */
  #readToken({ token, mediaId }: { token: string; mediaId: string }): VerifiedClaims | undefined {
    const { tokens } = this.#options;
    try {
      const claims = tokens.verify(token, Number.POSITIVE_INFINITY);
      return tokens.isNameOf(mediaId, claims) ? claims : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Whether a CDN entry of the client serves the manifest, at the shared address or a custom host name. In that case the entry's
   * own figures are billed instead of players' reports.
   */
  async #isFromCdn(manifestUrl: string | undefined, clientId: string): Promise<boolean> {
    const url = manifestUrl === undefined ? null : URL.parse(manifestUrl);
    if (!url) return false;
    const name = CDN_PATH.exec(url.pathname)?.[1] ?? url.hostname;
    // While the api is unreachable, an unknown entry counts as missing.
    const entry = await this.#options.descriptors.cdnEntries.find(name).catch(() => undefined);
    return entry?.clientId === clientId;
  }

  async #findOurs(uuid: string | undefined, clientId: string): Promise<PlaybackDescriptor | undefined> {
    const video = uuid === undefined ? undefined : await this.#options.descriptors.videos.find(uuid);
    return video?.clientId === clientId && video.state !== "deleted" ? video : undefined;
  }

  /** Finds media on another CDN with their settings. While the api is unreachable, media that are not cached have no settings. */
  async #findForeign(name: string, clientId: string): Promise<Pick<NamedVideo, "name" | "described">> {
    const { pluginVideos } = this.#options.descriptors;
    const found = await pluginVideos.find(pluginVideoKey(clientId, name)).catch(() => undefined);
    return { name, described: found?.rules ?? {} };
  }

  async #getConfig(key: string): Promise<ConfigDescriptor> {
    const isKey = UUID.safeParse(key).success;
    const found = isKey ? await this.#options.descriptors.configs.find(key) : undefined;
    if (!found || hasKeyEnded(found, Date.now()))
      throw new AppError("config_key_unknown", "This key is unknown or revoked");
    return found;
  }

  #sessionOf(
    { collection, platform, consent, version, ...asked }: PluginSessionRequest,
    { address, place, page, isRobot }: PlayCaller,
    { found, client, rules, isSigned, named, isFromCdn }: AdmittedSession,
  ): PluginSession {
    const { config, beaconTokens, tokens } = this.#options;
    const { name: video, isElsewhere, hosted } = named;
    const { clientId, key, sites, uuid: configUuid } = found;
    const nowMs = Date.now();
    const media = { clientId, video, isPlugin: true, isPreview: false };
    const { sessionId, bornAtMs, isNew } = continueSession(asked, media, beaconTokens, nowMs);
    if (isNew && version !== undefined && !isRobot) this.#options.versions.record(clientId, version);
    const expiresAtMs = Math.floor((nowMs + config.tokenTtlMs) / 1000) * 1000;
    const site = findSite(sites, address);
    const isOtherName = hosted !== undefined && hosted.uuid !== video;
    const of = { key, collection, video, hosted: isOtherName ? hosted.uuid : undefined };
    const subject = formatSubject({ kind: "config", ...of }, tokens);
    // A hosted video has one swarm, whatever name pages give it, so that its viewers meet only peers who may watch it.
    const swarm = swarmOfPlugin(clientId, hosted?.uuid ?? video);
    // The plugin sends no viewer id, so the session id determines the group.
    const proof = groupOfSession(client, rules, { platform, sessionId, consent });
    const from = { ...countingClaimsOf(configUuid, site), pageHost: hostOf(page) ?? undefined, proof };
    const counted = {
      clientId,
      video,
      sessionId,
      bornAtMs,
      expiresAtMs,
      collection,
      isElsewhere,
      isFromCdn: isFromCdn || undefined,
      isSigned: isSigned || undefined,
      version,
      ...from,
    };
    const p2p = joinSwarm(
      this.#options,
      { sessionId, expiresAtMs, place, consent, site, proof },
      { swarm, platform, subject, rules, clientId, client, sites },
    );
    return {
      sessionId,
      video,
      tokenExpiresAt: new Date(expiresAtMs).toISOString(),
      serverTime: new Date(nowMs).toISOString(),
      p2p: isRobot ? withoutPeers(p2p) : p2p,
      beacon: {
        url: `${config.publicUrl}/beacons`,
        intervalMs: BEACON_INTERVAL_MS,
        token: beaconTokens.sign(counted),
        ...viewerKeyOf(clientId, rules, consent),
      },
    };
  }
}

/** The video that a page requests. */
interface RequestedVideo {
  found: ConfigDescriptor;
  client: ClientDescriptor | undefined;
  named: NamedVideo;
}

/**
 * Admits a viewer by the config's sites and the rules.
 * @returns the rules that admitted the viewer, and whether a token of the client's backend was checked.
 * @throws AppError "config_site_denied", the errors of `requirePassed` and `requireAllowed`
 */
async function admitViewer(
  request: PluginSessionRequest,
  viewer: PluginViewer,
  { found, client, named }: RequestedVideo,
): Promise<Pick<AdmittedSession, "rules" | "isSigned">> {
  if (!isPageAllowed(found.sites, viewer.origin, request))
    throw new AppError("config_site_denied", "This key is reserved for other websites");
  const { name: video, described, hosted, linkUuid, access = "" } = named;
  const rules = rulesOfConfig(found, { collection: request.collection, described, client, video, hosted });
  // The plugin itself never asks for a password. The address that the page's player plays must prove that the viewer entered it.
  if (hosted) requirePassed({ video: hosted, rules }, access);
  // Facts reported by the page cannot grant access, because anyone can write such a page.
  const collection = chosenCollectionOf((hosted?.rules ?? described).collection);
  // The token must name this video. Otherwise the page could report the name of another one.
  const videos = hosted ? [hosted.uuid, ...(linkUuid === undefined ? [] : [linkUuid])] : [video];
  const keyId = await requireAllowed(rules, viewer, { token: request.authorization, videos, collection });
  return { rules: { ...rules, access: accessClaimOf(rules, keyId) }, isSigned: keyId !== undefined };
}

/** A hosted video whose manifest the page plays. */
interface HostedPlayback {
  video: PlaybackDescriptor;
  /** The name that the video gets if the page reports none. */
  name: string;
  /** The checks passed according to the token in the manifest's address; undefined if there is no recent token. */
  access: string | undefined;
  /** The export link through which the video is played. */
  linkUuid: string | undefined;
}

/** A video under its canonical name, with its settings. */
interface NamedVideo extends Pick<Partial<HostedPlayback>, "access" | "linkUuid"> {
  name: string;
  described: DescribedRules;
  /** Whether the media are on servers other than ours, whatever name the page gives them. */
  isElsewhere: boolean;
  /** The hosted video whose media are played, or that the page names. */
  hosted: PlaybackDescriptor | undefined;
}

/** An admitted session with the data that its response needs. */
interface AdmittedSession {
  isFromCdn: boolean;
  found: ConfigDescriptor;
  client: ClientDescriptor | undefined;
  rules: RulesInForce;
  isSigned: boolean;
  named: NamedVideo;
}

/** Returns the swarm of a client's video, which viewers of all configs share. */
const swarmOfPlugin = (clientId: string, video: string): string =>
  `${clientId}/plugin/${hash("sha256", video, "base64url").slice(0, 22)}`;
