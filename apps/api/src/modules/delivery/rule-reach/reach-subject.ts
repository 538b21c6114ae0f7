import type { RuleReachSubject, WatchedMedium } from "@shoal/contract";
import type { DescribedRules } from "@shoal/contract/edge";
import { digestLevels, digestSettings } from "@shoal/domain/rule-digests";
import type { Tx } from "../../../platform/database.ts";
import { clientNotFound } from "../../accounts/clients/index.ts";
import { createVideosRepository, videoNotFound } from "../../media/videos/index.ts";
import { findPluginVideo } from "../plugin-videos/index.ts";
import {
  describeRules,
  readClientDescriptor,
  readDescribedRules,
  requireCollection,
  requireConfig,
} from "../rules/index.ts";
import {
  type ReachSubject,
  reachOfClient,
  reachOfCollection,
  reachOfConfig,
  reachOfMedium,
} from "./count-reach.ts";
import { createReachMembersRepository } from "./reach-members.repository.ts";

export interface ReachRequest {
  clientUuid: string;
  subject: RuleReachSubject;
  /** The media that are being watched, as the edges report them. */
  watched: readonly WatchedMedium[];
}

/** @throws AppError "video_not_found", "collection_not_found", "config_not_found" or "client_not_found". */
export async function readReachSubject(db: Tx, request: ReachRequest): Promise<ReachSubject> {
  const { clientUuid, subject } = request;
  if (subject.type === "video") return readVideo(db, clientUuid, subject.id);
  if (subject.type === "pluginVideo") return readPluginVideo(db, clientUuid, subject.id);
  if (subject.type === "collection") return readCollection(db, request);
  if (subject.type === "config") return readConfig(db, request);
  const client = await readClientDescriptor(db, clientUuid);
  if (!client || subject.id !== clientUuid) throw clientNotFound();
  return reachOfClient(digestLevels({}, client).client);
}

async function readVideo(db: Tx, clientUuid: string, uuid: string): Promise<ReachSubject> {
  if (!(await createVideosRepository(db).findVideo(clientUuid, uuid))) throw videoNotFound();
  return mediumOf(uuid, (await readDescribedRules(db, clientUuid, uuid)).rules);
}

async function readPluginVideo(db: Tx, clientUuid: string, uuid: string): Promise<ReachSubject> {
  const row = await findPluginVideo(db, clientUuid, uuid);
  if (!row) throw videoNotFound();
  return mediumOf(row.name, describeRules(row));
}

const mediumOf = (name: string, set: DescribedRules): ReachSubject =>
  reachOfMedium(name, { ...digestLevels(set, undefined), hasConfig: set.config !== undefined });

async function readCollection(db: Tx, { clientUuid, subject, watched }: ReachRequest): Promise<ReachSubject> {
  const { name, rules } = await requireCollection(db, clientUuid, subject.id);
  const client = await readClientDescriptor(db, clientUuid);
  const members = await createReachMembersRepository(db).listInCollection(clientUuid, subject.id, {
    videos: ourVideosOf(watched),
    names: watched.filter(({ key }) => key !== null).map(({ video }) => video),
  });
  const named = new Set(Object.keys(client?.collections ?? {}));
  return reachOfCollection({ name, members, named }, digestSettings(rules));
}

async function readConfig(db: Tx, { clientUuid, subject, watched }: ReachRequest): Promise<ReachSubject> {
  const { rules, key, old_key } = await requireConfig(db, clientUuid, subject.id);
  const configs = await createReachMembersRepository(db).listConfigs(clientUuid, ourVideosOf(watched));
  const videosOf = (isOwn: boolean) =>
    new Set([...configs].flatMap(([video, uuid]) => ((uuid === subject.id) === isOwn ? [video] : [])));
  const keys = new Set([key, ...(old_key === null ? [] : [old_key])]);
  return reachOfConfig({ keys, members: videosOf(true), others: videosOf(false) }, digestSettings(rules));
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Picks the hosted videos. Media on other CDNs never have a name like a uuid, because edges write a `~` before it. */
const ourVideosOf = (watched: readonly WatchedMedium[]): string[] =>
  watched.map(({ video }) => video).filter((video) => UUID_PATTERN.test(video));
