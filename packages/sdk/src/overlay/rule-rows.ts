import type { RuleSource } from "@shoal/contract";
import type { P2pRuleSources } from "@shoal/contract/player";
import type { P2pRules } from "@shoal/p2p";
import type { Inspection } from "../inspection.ts";
import { isOptedOut } from "./status.ts";

/** The level that defines a value, as far as the overlay can determine it. */
export type ShownSource =
  | RuleSource
  /** The platform's own setting. */
  | "platform"
  /** Chosen by this viewer, or by the page. */
  | "viewer"
  /** The rule has changed since the session was opened. Only the next session states its level. */
  | "changed"
  | "unknown";

export interface RuleRow {
  name: keyof P2pRules;
  value: boolean | number;
  source: ShownSource;
  /** The rule that decides, if several apply. */
  rule: string | undefined;
}

const SHOWN_RULES = [
  "enabled",
  "viewerThreshold",
  "maxPeers",
  "uploadPercent",
  "uploadOnCellular",
  "savedSegments",
  "interISP",
] as const satisfies readonly (keyof P2pRules)[];

/** Lists the rules in force. The list is empty until the session is opened. */
export function ruleRowsOf({ swarm, session }: Pick<Inspection, "swarm" | "session">): RuleRow[] {
  const rules = swarm?.state.rules ?? session?.rules;
  if (!rules) return [];
  const isOut = isOptedOut({ swarm, session });
  return SHOWN_RULES.map((name) => {
    const isSame = session?.rules[name] === rules[name];
    const source = isSame ? sourceOf(name, session?.sources) : isOut ? "viewer" : "changed";
    const rule = name === "enabled" && isSame ? session?.sources?.enabled.rule : undefined;
    return { name, value: rules[name], source, rule };
  });
}

function sourceOf(name: keyof P2pRules, sources: P2pRuleSources | undefined): ShownSource {
  if (name === "maxPeers") return "platform";
  if (!sources) return "unknown";
  return name === "enabled" ? sources.enabled.source : sources[name];
}
