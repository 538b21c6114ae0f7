import { type Role, RULE_NAMES, type RuleName } from "@shoal/contract";
import type { RuleLevels } from "@shoal/domain";

/** The video, collection, config or client to which rules belong. */
export interface RuleSubject {
  kind: "video" | "pluginVideo" | "collection" | "config" | "client";
  uuid: string;
  /** The name under which the subject is displayed. */
  name: string;
}
export type SubjectKind = RuleSubject["kind"];

/** The role that is required to change the rules of each kind of subject (§6). */
export const REQUIRED_ROLES: Record<SubjectKind, Role> = {
  video: "editor",
  pluginVideo: "editor",
  collection: "editor",
  config: "manager",
  client: "manager",
};

/** The level at which a subject's own rules are stored. */
export const SUBJECT_LEVELS: Record<SubjectKind, keyof RuleLevels> = {
  video: "custom",
  pluginVideo: "custom",
  collection: "collection",
  config: "config",
  client: "client",
};

/** Rules that a client does not have, because it has separate lists for them and selects a set of servers. */
const CLIENT_LIST_RULES: readonly RuleName[] = [
  ...(["authorizedIPs", "unauthorizedIPs", "authorizedVPNs", "authorizedVPNsList"] as const),
  ...(["authorizedCountries", "unauthorizedCountries", "ice"] as const),
];

/** Returns the rules that a kind of subject can have. */
export const rulesFor = (kind: SubjectKind): readonly RuleName[] =>
  kind === "client" ? RULE_NAMES.filter((name) => !CLIENT_LIST_RULES.includes(name)) : RULE_NAMES;
