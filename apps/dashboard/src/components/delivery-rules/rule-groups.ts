import type { RuleName } from "@shoal/contract";
import type { SubjectKind } from "./rule-subject.ts";

/** The kind of input with which a rule is edited. */
export type RuleInput =
  | { kind: "switch" }
  | { kind: "number"; min: number; max: number }
  | { kind: "percent" }
  | { kind: "times" }
  | { kind: "addresses" }
  | { kind: "hosts" }
  | { kind: "countries" }
  | { kind: "ice" }
  | { kind: "streaming" }
  | { kind: "picture" };

export const RULE_INPUTS: Record<RuleName, RuleInput> = {
  p2pWeb: { kind: "switch" },
  p2pAndroid: { kind: "switch" },
  p2pIOS: { kind: "switch" },
  viewerThreshold: { kind: "number", min: 1, max: 1_000_000 },
  activeTimes: { kind: "times" },
  peerPercentage: { kind: "percent" },
  savedSegments: { kind: "number", min: 0, max: 10_000 },
  uploadPercent: { kind: "percent" },
  uploadOnCellular: { kind: "switch" },
  interISP: { kind: "switch" },
  asksConsent: { kind: "switch" },
  authorizedIPs: { kind: "addresses" },
  unauthorizedIPs: { kind: "addresses" },
  authorizedSubdomains: { kind: "hosts" },
  unauthorizedSubdomains: { kind: "hosts" },
  authorizedCountries: { kind: "countries" },
  unauthorizedCountries: { kind: "countries" },
  authorizedWebsites: { kind: "hosts" },
  unauthorizedWebsites: { kind: "hosts" },
  unknownWebsites: { kind: "switch" },
  authorizedVPNs: { kind: "switch" },
  authorizedVPNsList: { kind: "addresses" },
  ice: { kind: "ice" },
  streaming: { kind: "streaming" },
  thumbnailURL: { kind: "picture" },
};

/** The rules by topic, in the order of the window. */
const RULE_GROUPS = {
  peers: {
    p2p: ["p2pWeb", "p2pAndroid", "p2pIOS"],
    swarm: ["viewerThreshold", "activeTimes", "peerPercentage", "interISP", "asksConsent"],
    upload: ["uploadPercent", "uploadOnCellular", "savedSegments"],
  },
  access: {
    streaming: ["streaming"],
    pages: [
      ...(["authorizedWebsites", "unauthorizedWebsites"] as const),
      ...(["authorizedSubdomains", "unauthorizedSubdomains", "unknownWebsites"] as const),
    ],
    countries: ["authorizedCountries", "unauthorizedCountries"],
    addresses: ["authorizedIPs", "unauthorizedIPs"],
    vpns: ["authorizedVPNs", "authorizedVPNsList"],
  },
  other: { other: ["ice", "thumbnailURL"] },
} as const satisfies Record<string, Record<string, readonly RuleName[]>>;

export type RuleGroup = keyof typeof RULE_GROUPS;

/** Returns the first tab: peers for a client and a config, access for other subjects. */
export const firstGroupOf = (kind: SubjectKind): RuleGroup =>
  kind === "client" || kind === "config" ? "peers" : "access";

export type RuleHeading =
  | "p2p"
  | "swarm"
  | "upload"
  | "streaming"
  | "pages"
  | "countries"
  | "addresses"
  | "vpns"
  | "other";

/** Groups the rules that apply to a subject; empty groups are omitted. */
export function groupRules(
  names: readonly RuleName[],
): { group: RuleGroup; parts: { heading: RuleHeading; names: RuleName[] }[] }[] {
  return Object.entries(RULE_GROUPS).map(([group, parts]) => ({
    group: group as RuleGroup,
    parts: Object.entries(parts as Record<string, readonly RuleName[]>)
      .map(([heading, all]) => ({
        heading: heading as RuleHeading,
        names: all.filter((name) => names.includes(name)),
      }))
      .filter((part) => part.names.length > 0),
  }));
}
