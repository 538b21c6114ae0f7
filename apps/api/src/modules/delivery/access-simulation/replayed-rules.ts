import type { AccessReplay, RuleChanges, RuleSettings } from "@shoal/contract";
import type { ClientDescriptor } from "@shoal/contract/edge";
import { type AccessRules, accessRulesOf, changeSettings, type RuleLevels } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { clientNotFound } from "../../accounts/clients/index.ts";
import { createVideosRepository, videoNotFound } from "../../media/videos/index.ts";
import { findPluginVideo, listNamedPluginVideos } from "../plugin-videos/index.ts";
import {
  describeRules,
  listConfigRules,
  listVideoRules,
  readClientDescriptor,
  requireCollection,
  requireConfig,
} from "../rules/index.ts";
import type { OriginsQuery, ViewingOrigin } from "./viewing-origins.ts";

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The rules for judging past viewers: as saved, and with the draft. */
export interface ReplayedRules {
  /** Selects the sessions to read, by video. */
  asked: Pick<OriginsQuery, "video">;
  /** Loads the settings of all media that were watched from these places. */
  load(places: readonly ViewingOrigin[]): Promise<void>;
  /** Returns the rules for a place; undefined if the draft does not concern it. */
  of(place: Pick<ViewingOrigin, "video" | "config">): { saved: AccessRules; tried: AccessRules } | undefined;
}

export interface ReplayOptions extends Pick<AccessReplay, "subject" | "draft"> {
  clientUuid: string;
  nowMs: number;
}

/** The rule settings that apply to one video, by the level at which they are saved. */
interface SavedLevels {
  levels: Omit<RuleLevels, "client">;
  collection: string | null;
  config: string | null;
}
const NO_LEVELS: SavedLevels = { levels: {}, collection: null, config: null };

/** @throws AppError "video_not_found", "collection_not_found" or "config_not_found". */
export async function openReplayedRules(db: Tx, options: ReplayOptions): Promise<ReplayedRules> {
  const { clientUuid, subject } = options;
  const requested = await findRequested(db, options);
  const client = await readClientDescriptor(db, clientUuid);
  if (!client) throw clientNotFound();
  const configs = await listConfigRules(db, clientUuid);
  const sets = new Map<string, SavedLevels>();
  const known = new Map<string, ReturnType<ReplayedRules["of"]>>();
  const resolveRules = ({ video, config }: Pick<ViewingOrigin, "video" | "config">) => {
    const set = sets.get(video) ?? NO_LEVELS;
    // The page's key takes precedence over the video's config.
    const configUuid = config || set.config;
    if (subject.type === "collection" && set.collection !== subject.uuid) return undefined;
    if (subject.type === "config" && configUuid !== subject.uuid) return undefined;
    const ofConfig = configs.get(configUuid ?? "");
    const levels = { ...set.levels, ...(ofConfig ? { config: ofConfig } : {}) };
    const uuid = UUID_PATTERN.test(video) ? video : undefined;
    return rulesOf(levels, client, { ...options, uuid });
  };
  return {
    asked: requested,
    async load(places) {
      const names = [...new Set(places.map(({ video }) => video))];
      for (const [name, set] of await readSets(db, clientUuid, names)) sets.set(name, set);
    },
    of(place) {
      const key = `${place.config} ${place.video}`;
      if (!known.has(key)) known.set(key, resolveRules(place));
      return known.get(key);
    },
  };
}

/** @throws AppError "video_not_found", "collection_not_found" or "config_not_found". */
async function findRequested(
  db: Tx,
  { clientUuid, subject }: ReplayOptions,
): Promise<ReplayedRules["asked"]> {
  if (subject.type === "client") return {};
  const { type, uuid } = subject;
  if (type === "video") {
    if (!(await createVideosRepository(db).findVideo(clientUuid, uuid))) throw videoNotFound();
    return { video: uuid };
  }
  if (type === "pluginVideo") {
    const row = await findPluginVideo(db, clientUuid, uuid);
    if (!row) throw videoNotFound();
    return { video: row.name };
  }
  if (type === "collection") await requireCollection(db, clientUuid, uuid);
  else await requireConfig(db, clientUuid, uuid);
  return {};
}

async function readSets(db: Tx, clientUuid: string, names: string[]): Promise<Map<string, SavedLevels>> {
  const own = await listVideoRules(
    db,
    clientUuid,
    names.filter((name) => UUID_PATTERN.test(name)),
  );
  const foreign = await listNamedPluginVideos(
    db,
    clientUuid,
    names.filter((name) => !UUID_PATTERN.test(name)),
  );
  return new Map<string, SavedLevels>([
    ...own.map((row) => [row.video_uuid, savedLevelsOf(row, row.config_uuid)] as const),
    ...foreign.map((row) => [row.name, savedLevelsOf(row, null)] as const),
  ]);
}

/** Returns the rules of a place. A reported collection counts as current, because it was current when the viewers watched. */
function savedLevelsOf(
  row: NonNullable<Parameters<typeof describeRules>[0]> & { collection_uuid: string | null },
  config: string | null,
): SavedLevels {
  const levels = describeRules({ ...row, reported_at: null });
  return { levels, collection: row.collection_uuid, config };
}

/** @param levels the rules saved for a video. */
function rulesOf(
  levels: Omit<RuleLevels, "client">,
  client: Pick<ClientDescriptor, "rules" | "authorizedVideos">,
  { subject, draft, nowMs, uuid }: ReplayOptions & { uuid: string | undefined },
): { saved: AccessRules; tried: AccessRules } {
  const saved = accessRulesOf(levels, client, { nowMs, uuid });
  if (Object.keys(draft).length === 0) return { saved, tried: saved };
  const change = (rules: RuleSettings = {}, changes: RuleChanges = draft) => changeSettings(rules, changes);
  if (subject.type === "client") {
    const tried = accessRulesOf(levels, { ...client, rules: change(client.rules) }, { nowMs, uuid });
    return { saved, tried };
  }
  return { saved, tried: accessRulesOf(withDraft(levels, subject.type, change), client, { nowMs, uuid }) };
}

function withDraft(
  levels: Omit<RuleLevels, "client">,
  type: "video" | "pluginVideo" | "collection" | "config",
  change: (rules: RuleSettings | undefined) => RuleSettings,
): Omit<RuleLevels, "client"> {
  const { custom, collection, config } = levels;
  if (type === "config") return { ...levels, config: change(config) };
  if (type !== "collection") return { ...levels, custom: change(custom) };
  return collection ? { ...levels, collection: { ...collection, rules: change(collection.rules) } } : levels;
}
