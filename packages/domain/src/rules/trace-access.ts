import type {
  AccessStepName,
  AccessVerdict,
  AuthorizationFault,
  RuleName,
  RuleSource,
} from "@shoal/contract";
import { isMonthOf } from "../budget-month.ts";
import { ACCESS_STEPS, type AccessRules, judgeStep, type StepVerdict, type Visitor } from "./access.ts";
import { findRangeOf } from "./addresses.ts";
import { findHostIn } from "./hosts.ts";

/** The conditions of a video that are checked before its rules. */
export interface TracedVideo {
  isDeleted: boolean;
  /** ISO 8601; null where it always can be watched. */
  startsAt: string | null;
  hasPassword: boolean;
  /** The month for which its client's budget refuses viewers; absent for none. */
  stoppedMonth?: string | null;
}

/** The visitor, as far as described. */
export interface TracedVisitor extends Omit<Visitor, "address"> {
  /** Undefined if not given: then address lists are undecided. */
  address: string | undefined;
  /** Whether the visitor knows the video's password. */
  isPasswordRight: boolean;
}

/** One rule of those that are looked at, in their order. */
export interface TracedStep {
  step: AccessStepName;
  verdict: AccessVerdict;
  /** The deciding rule, and at which level it is set. */
  rule?: RuleName;
  source?: RuleSource;
  /** The entry of its list that decided, as it is written. */
  entry?: string;
  /** Why the token that was brought lets nobody in. */
  fault?: AuthorizationFault;
}

export interface AccessTrace {
  isAllowed: boolean;
  /** The step that blocks the visitor; null when access is allowed. */
  decidedBy: AccessStepName | null;
  steps: TracedStep[];
}

/** Whether the start is in the future. @param startsAt ISO 8601 */
export const isToStart = (startsAt: string | null, nowMs: number): boolean =>
  startsAt !== null && Date.parse(startsAt) > nowMs;

/**
 * Goes by the same steps as `findDenial`, and tells of each what it said: those after the first refusal are not reached.
 * @example traceAccess(rules, visitor, { isDeleted: false, startsAt: null, hasPassword: false }, Date.now()).isAllowed
 */
export function traceAccess(
  rules: AccessRules,
  visitor: TracedVisitor,
  video: TracedVideo,
  nowMs: number,
): AccessTrace {
  const steps: TracedStep[] = [];
  let decidedBy: AccessStepName | null = null;
  const add = (step: AccessStepName, judge: () => Omit<TracedStep, "step">) => {
    const said = decidedBy === null ? judge() : ({ verdict: "not reached" } as const);
    if (said.verdict === "refused") decidedBy = step;
    steps.push({ step, ...said });
  };
  add("deletion", () => ({ verdict: video.isDeleted ? "refused" : "passed" }));
  add("start", () => ({ verdict: startVerdict(video.startsAt, nowMs) }));
  add("password", () => ({ verdict: passwordVerdict(video, visitor) }));
  const known = { ...visitor, address: visitor.address ?? "" };
  for (const judged of ACCESS_STEPS)
    add(judged.name, () => {
      const said = judgeStep(judged, rules, known);
      return said.verdict !== "unset" && hangsOnAddress(said, rules, visitor)
        ? unknownOf(said)
        : tracedOf(said, rules, known);
    });
  add("budget", () => ({ verdict: isMonthOf(video.stoppedMonth, nowMs) ? "refused" : "unset" }));
  return { isAllowed: decidedBy === null, decidedBy, steps };
}

function passwordVerdict({ hasPassword }: TracedVideo, { isPasswordRight }: TracedVisitor): AccessVerdict {
  if (!hasPassword) return "unset";
  return isPasswordRight ? "passed" : "refused";
}

function startVerdict(startsAt: string | null, nowMs: number): AccessVerdict {
  if (startsAt === null) return "unset";
  return isToStart(startsAt, nowMs) ? "refused" : "passed";
}

type Said = Exclude<StepVerdict, { verdict: "unset" }>;

/** Whether an address that was not given might change the verdict of a step. */
function hangsOnAddress({ rule }: Said, { resolved }: AccessRules, visitor: TracedVisitor): boolean {
  if (visitor.address !== undefined) return false;
  if (rule === "authorizedVPNs") return visitor.isVpn && resolved.authorizedVPNsList.value.length > 0;
  return rule === "authorizedIPs" || rule === "unauthorizedIPs";
}

const unknownOf = ({ rule, source }: Said) => ({ verdict: "unknown", rule, source }) as const;

/** The verdict of a step, with the deciding entry of the list. */
export function tracedOf(said: StepVerdict, rules: AccessRules, visitor: Visitor): Omit<TracedStep, "step"> {
  if (said.verdict === "unset") return said;
  const { verdict, rule, source } = said;
  const entry = findEntry(said.rule, listOf(rules, said), visitor);
  const { authorization } = visitor;
  const isOfToken = said.denial === "authorization_invalid" && authorization.kind === "refused";
  return {
    verdict,
    rule,
    source,
    ...(entry === undefined ? {} : { entry }),
    ...(isOfToken ? { fault: authorization.fault } : {}),
  };
}

/** The list that a verdict is of: the client's own, where a nearer level set another one. */
function listOf(
  { resolved, bans }: AccessRules,
  { rule, source }: { rule: RuleName; source: RuleSource },
): readonly string[] {
  const isBan = source === "client" && resolved[rule].source !== "client" && rule in bans;
  const { value } = isBan ? { value: bans[rule as keyof typeof bans] } : resolved[rule];
  return Array.isArray(value) ? (value as string[]) : [];
}

/** The entry of a list of this rule that names the visitor. */
function findEntry(rule: RuleName, list: readonly string[], visitor: Visitor): string | undefined {
  if (list.length === 0) return undefined;
  if (rule.endsWith("Countries")) return list.find((country) => country === visitor.country);
  if (rule.endsWith("Websites")) return visitor.host ? findHostIn(visitor.host, list, "website") : undefined;
  if (rule.endsWith("Subdomains"))
    return visitor.host ? findHostIn(visitor.host, list, "subdomain") : undefined;
  return findRangeOf(visitor.address, list);
}
