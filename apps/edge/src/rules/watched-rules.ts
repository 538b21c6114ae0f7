import type { ConfigSite } from "@shoal/contract";
import type {
  ClientDescriptor,
  ConfigDescriptor,
  DescribedRules,
  PlaybackDescriptor,
} from "@shoal/contract/edge";
import { pluginVideoKey } from "@shoal/domain/plugin-video-key";
import { UUID } from "../platform/parse.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { RuleSubject } from "./rule-subjects.ts";
import { lockOf, type RulesInForce, rulesInForce } from "./rules-in-force.ts";

/** The settings of a video that affect access and delivery. */
export type RuledVideo = Pick<PlaybackDescriptor, "uuid" | "rules" | "origins" | "passwordHash" | "startsAt">;

/** Returns the rules in force for a hosted video. */
export const rulesOfVideo = (video: RuledVideo, client: ClientDescriptor | undefined): RulesInForce =>
  rulesInForce(video.rules, client, {
    nowMs: Date.now(),
    uuid: video.uuid,
    lock: lockOf(video),
    origins: video.origins,
  });

/** The settings from which a subject's rules are computed. */
export interface SubjectSettings {
  levels: DescribedRules;
  client: ClientDescriptor | undefined;
  /** The hosted video, if any, whose conditions apply besides the levels. */
  video?: RuledVideo | undefined;
}

/** Returns the rules in force at this moment. */
export const rulesOf = ({ levels, client, video }: SubjectSettings): RulesInForce =>
  rulesInForce(levels, client, {
    nowMs: Date.now(),
    ...(video ? { uuid: video.uuid, lock: lockOf(video), origins: video.origins } : {}),
  });

/** The settings used for a deleted subject. They make the subject's remaining viewers leave. */
const DELETED_SUBJECT: SubjectSettings = { levels: { custom: { streaming: "refused" } }, client: undefined };

/** The settings of a plugin session besides its config: those of its collection, video and client. */
export interface PluginContext {
  /** The collection that the session's page names. */
  collection: string | undefined;
  /** The settings of the video with this name; {} for an unknown video. */
  described: DescribedRules;
  client: ClientDescriptor | undefined;
  /** The video's name on its page. */
  video: string;
  /** The hosted video whose media are played, if any. Its conditions apply whatever name the page gives it. */
  hosted: RuledVideo | undefined;
}

/** Whether playback with this key has ended, because it was revoked or the grace period after its replacement is over. */
export const hasKeyEnded = ({ isRevoked, endsAtMs = Infinity }: ConfigDescriptor, nowMs: number): boolean =>
  isRevoked || endsAtMs <= nowMs;

/** Returns the rules of a plugin session at this moment. */
export const rulesOfConfig = (config: ConfigDescriptor, context: PluginContext): RulesInForce =>
  rulesOf(describeSession(config, context));

function describeSession(
  config: ConfigDescriptor,
  { collection, described, client, video, hosted }: PluginContext,
): SubjectSettings {
  const nowMs = Date.now();
  // A collection that was set for the video takes precedence over the collection that the page names.
  const isChosen = described.collection?.reportedAtMs === null;
  const reported = collection === undefined || isChosen ? undefined : client?.collections[collection];
  const levels: DescribedRules = {
    config: config.rules,
    ...described,
    ...(reported ? { collection: { rules: reported, reportedAtMs: nowMs } } : {}),
    // Viewers must leave once their key has been revoked or has expired.
    ...(hasKeyEnded(config, nowMs) ? { custom: { streaming: "refused" } } : {}),
  };
  if (!hosted || hosted.uuid === video) return { levels, client, video: hosted };
  // A hosted video that is played under another name adds its rules, as the source of a scene list does.
  const origins = [{ config: config.rules, ...hosted.rules }, ...(hosted.origins ?? [])];
  return { levels, client, video: { ...hosted, origins } };
}

/**
 * Finds the current settings of a subject without waiting.
 * @returns undefined while they are unknown, in which case they are requested.
 */
export function findSettings(subject: RuleSubject, descriptors: Descriptors): SubjectSettings | undefined {
  const { videos, configs, clients, pluginVideos } = descriptors;
  if (subject.kind === "video") {
    if (videos.isGone(subject.uuid)) return DELETED_SUBJECT;
    const video = peekOrRequest(videos, subject.uuid);
    const client = video && peekOrRequest(clients, video.clientId);
    return client && { levels: video.rules, client, video };
  }
  if (configs.isGone(subject.key)) return DELETED_SUBJECT;
  const config = peekOrRequest(configs, subject.key);
  const client = config && peekOrRequest(clients, config.clientId);
  if (!client) return undefined;
  const { collection, video: name, hosted: uuid = isUuid(name) ? name : undefined } = subject;
  const hosted = uuid === undefined ? undefined : peekOrRequest(videos, uuid);
  if (uuid !== undefined && (videos.isGone(uuid) || hosted?.state === "deleted")) return DELETED_SUBJECT;
  const named = isUuid(name)
    ? peekOrRequest(videos, name)
    : peekOrRequest(pluginVideos, pluginVideoKey(config.clientId, name));
  if (!named || (uuid !== undefined && !hosted)) return undefined;
  return describeSession(config, { collection, described: named.rules, client, video: name, hosted });
}

/** Returns the sites that viewers are matched with, as far as they are cached. */
export function findSites(
  subject: RuleSubject,
  { videos, configs }: Pick<Descriptors, "videos" | "configs">,
): readonly ConfigSite[] {
  const config = subject.kind === "video" ? videos.peek(subject.uuid)?.config : configs.peek(subject.key);
  return config?.sites ?? [];
}

const isUuid = (name: string) => UUID.safeParse(name).success;

interface PeekableCache<D> {
  peek(uuid: string): D | undefined;
  find(uuid: string): Promise<D | undefined>;
}

/** Returns a cached descriptor. If it is missing, it is requested so that a later call can find it. */
export function peekOrRequest<D>(cache: PeekableCache<D>, uuid: string): D | undefined {
  const known = cache.peek(uuid);
  if (!known) cache.find(uuid).catch(() => undefined);
  return known;
}
