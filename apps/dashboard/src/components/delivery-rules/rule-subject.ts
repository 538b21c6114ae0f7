import { type Role, RULE_NAMES, type RuleName } from "@shoal/contract";
import type { RuleLevels } from "@shoal/domain";

/** Whose rules they are. */
export interface RuleSubject {
  kind: "video" | "pluginVideo" | "collection" | "config" | "client";
  uuid: string;
  /** What people call it. */
  name: string;
}
export type SubjectKind = RuleSubject["kind"];

/** Who may change them (§6). */
export const ROLE_FOR: Record<SubjectKind, Role> = {
  video: "editor",
  pluginVideo: "editor",
  collection: "editor",
  config: "manager",
  client: "manager",
};

/** At which level its own rules stand. */
export const LEVEL_OF: Record<SubjectKind, keyof RuleLevels> = {
  video: "custom",
  pluginVideo: "custom",
  collection: "collection",
  config: "config",
  client: "client",
};

/** A client has lists of its own for these, and puts a set of servers into force. */
const OF_CLIENT_LISTS: readonly RuleName[] = [
  ...(["authorizedIPs", "unauthorizedIPs", "authorizedVPNs", "authorizedVPNsList"] as const),
  ...(["authorizedCountries", "unauthorizedCountries", "ice"] as const),
];

/** The rules that a subject can have. */
export const rulesFor = (kind: SubjectKind): readonly RuleName[] =>
  kind === "client" ? RULE_NAMES.filter((name) => !OF_CLIENT_LISTS.includes(name)) : RULE_NAMES;
