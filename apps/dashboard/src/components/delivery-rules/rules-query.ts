import { type RuleChanges, type RuleSettings, routes } from "@shoal/contract";
import type { RuleLevels } from "@shoal/domain";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import type { RuleSubject } from "./rule-subject.ts";
import type { SubjectRules } from "./rule-values.ts";

/** Key of all cached rules. Changes invalidate all of them. */
export const RULES_KEY = "rules";

/** Query for the rules of a subject with all inherited levels. */
export const subjectRulesQuery = (subject: RuleSubject, clientUuid: string) =>
  queryOptions({
    queryKey: [RULES_KEY, subject.kind, subject.uuid, clientUuid],
    queryFn: () => loadSubjectRules(subject, clientUuid),
  });

/**
 * Loads the rules of a subject.
 * @param clientUuid the client that the tab shows.
 * @throws AppError of the calls.
 */
export async function loadSubjectRules(
  { kind, uuid }: RuleSubject,
  clientUuid: string,
): Promise<SubjectRules> {
  const params = { id: uuid };
  if (kind === "client") {
    const { rules, timeZone, revision } = await call(routes.getClientRules, { params });
    return { kind, own: rules, below: {}, timeZone, revision };
  }
  const client = loadClientLevel(clientUuid);
  if (kind === "config" || kind === "collection") {
    const read =
      kind === "config" ? call(routes.getConfig, { params }) : call(routes.getCollection, { params });
    const [{ rules, revision }, { level, timeZone }] = await Promise.all([read, client]);
    return { kind, own: rules, below: { client: level }, timeZone, revision };
  }
  const read =
    kind === "video" ? call(routes.getVideoRules, { params }) : call(routes.getPluginVideo, { params });
  const [view, { level }] = await Promise.all([read, client]);
  const { custom: own, collection, timeZone } = view;
  const config = "config" in view ? view.config : null;
  const below: RuleLevels = { client: level, ...(await loadLevels(collection, config)) };
  return {
    kind,
    own,
    below,
    timeZone,
    collectionName: collection?.name,
    collectionUuid: collection?.uuid,
    configName: config?.name,
    revision: "revision" in view ? view.revision : 0,
  };
}

/** Loads the client's default rules, lists and set of servers as one level. */
async function loadClientLevel(clientUuid: string): Promise<{ level: RuleSettings; timeZone: string }> {
  const params = { id: clientUuid };
  const [{ rules, timeZone }, lists, ice] = await Promise.all([
    call(routes.getClientRules, { params }),
    call(routes.getAuthorizations, { params }),
    call(routes.getClientIce, { params }),
  ]);
  const { authorizedVideos: _videos, revision: _revision, authorizedVPNs, ...restrictions } = lists;
  const set = Object.entries(restrictions).filter(([, entries]) => entries.length > 0);
  const level = {
    ...rules,
    ...Object.fromEntries(set),
    ...(authorizedVPNs ? {} : { authorizedVPNs }),
    ...(ice.uuid === "default" ? {} : { ice: ice.uuid }),
  };
  return { level, timeZone };
}

async function loadLevels(
  collection: { uuid: string; reportedAt: string | null } | null,
  config: { uuid: string } | null,
): Promise<RuleLevels> {
  const [ofCollection, ofConfig] = await Promise.all([
    collection && call(routes.getCollection, { params: { id: collection.uuid } }),
    config && call(routes.getConfig, { params: { id: config.uuid } }),
  ]);
  const reportedAt = collection?.reportedAt;
  const reportedAtMs = reportedAt ? Date.parse(reportedAt) : null;
  return {
    ...(ofCollection ? { collection: { rules: ofCollection.rules, reportedAtMs } } : {}),
    ...(ofConfig ? { config: ofConfig.rules } : {}),
  };
}

/** Saves only the changed rules; null makes a rule inherited. @throws AppError "edit_conflict". */
export async function saveRules(
  { kind, uuid }: RuleSubject,
  rules: RuleChanges,
  revision: number,
): Promise<void> {
  const params = { id: uuid };
  if (kind === "video") await call(routes.updateVideoRules, { params, body: { revision, rules } });
  else if (kind === "pluginVideo") await call(routes.updatePluginVideo, { params, body: { rules } });
  else if (kind === "collection") await call(routes.updateCollection, { params, body: { revision, rules } });
  else if (kind === "config") await call(routes.updateConfig, { params, body: { revision, rules } });
  else await call(routes.updateClientRules, { params, body: { revision, rules } });
}
