import type {
  AccessStepName,
  AccessVerdict,
  AuthorizationFault,
  RuleName,
  RuleSource,
} from "@shoal/contract";
import { isMonthOf } from "../budget-month.ts";
import { ACCESS_STEPS, type AccessRules, checkStep, type StepVerdict, type Visitor } from "./access.ts";
import { findRangeOf } from "./addresses.ts";
import { findHostIn } from "./hosts.ts";

/** The conditions of a video that are checked before its rules. */
export interface TracedVideo {
  isDeleted: boolean;
  /** The start date in ISO 8601; null if there is none. */
  startsAt: string | null;
  hasPassword: boolean;
  /** The month for which the client's budget blocks viewers; absent for none. */
  stoppedMonth?: string | null;
}

/** The visitor as described by the user. */
export interface TracedVisitor extends Omit<Visitor, "address"> {
  /** The visitor's address; if it is missing, address lists remain undecided. */
  address: string | undefined;
  /** Whether the visitor enters the correct password. */
  isPasswordRight: boolean;
}

/** The result of one step, in the order of evaluation. */
export interface TracedStep {
  step: AccessStepName;
  verdict: AccessVerdict;
  /** The rule that decided the step, and the level that set it. */
  rule?: RuleName;
  source?: RuleSource;
  /** The list entry that decided the step, verbatim. */
  entry?: string;
  /** Why the given token was rejected. */
  fault?: AuthorizationFault;
}

export interface AccessTrace {
  isAllowed: boolean;
  /** The step that blocks the visitor; null if access is allowed. */
  decidedBy: AccessStepName | null;
  steps: TracedStep[];
}

/** Returns whether the start date is in the future. @param startsAt ISO 8601 */
export const isToStart = (startsAt: string | null, nowMs: number): boolean =>
  startsAt !== null && Date.parse(startsAt) > nowMs;

/**
 * Evaluates the same steps as `findDenial`, with the result of each; the steps after the first one that blocks the visitor are not reached.
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
  const add = (step: AccessStepName, check: () => Omit<TracedStep, "step">) => {
    const outcome = decidedBy === null ? check() : ({ verdict: "not reached" } as const);
    if (outcome.verdict === "refused") decidedBy = step;
    steps.push({ step, ...outcome });
  };
  add("deletion", () => ({ verdict: video.isDeleted ? "refused" : "passed" }));
  add("start", () => ({ verdict: startVerdict(video.startsAt, nowMs) }));
  add("password", () => ({ verdict: passwordVerdict(video, visitor) }));
  const known = { ...visitor, address: visitor.address ?? "" };
  for (const accessStep of ACCESS_STEPS)
    add(accessStep.name, () => {
      const outcome = checkStep(accessStep, rules, known);
      return outcome.verdict !== "unset" && dependsOnAddress(outcome, rules, visitor)
        ? unknownOf(outcome)
        : tracedOf(outcome, rules, known);
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

type ReachedVerdict = Exclude<StepVerdict, { verdict: "unset" }>;

/** Returns whether the missing address could change a step's verdict. */
function dependsOnAddress(
  { rule }: ReachedVerdict,
  { resolved }: AccessRules,
  visitor: TracedVisitor,
): boolean {
  if (visitor.address !== undefined) return false;
  if (rule === "authorizedVPNs") return visitor.isVpn && resolved.authorizedVPNsList.value.length > 0;
  return rule === "authorizedIPs" || rule === "unauthorizedIPs";
}

const unknownOf = ({ rule, source }: ReachedVerdict) => ({ verdict: "unknown", rule, source }) as const;

/** Returns the verdict of a step, with the list entry that decided it. */
export function tracedOf(
  outcome: StepVerdict,
  rules: AccessRules,
  visitor: Visitor,
): Omit<TracedStep, "step"> {
  if (outcome.verdict === "unset") return outcome;
  const { verdict, rule, source } = outcome;
  const entry = findEntry(outcome.rule, listOf(rules, outcome), visitor);
  const { authorization } = visitor;
  const isOfToken = outcome.denial === "authorization_invalid" && authorization.kind === "refused";
  return {
    verdict,
    rule,
    source,
    ...(entry === undefined ? {} : { entry }),
    ...(isOfToken ? { fault: authorization.fault } : {}),
  };
}

/** Returns the list behind a verdict: the client's own list if a lower level set another one. */
function listOf(
  { resolved, bans }: AccessRules,
  { rule, source }: { rule: RuleName; source: RuleSource },
): readonly string[] {
  const isBan = source === "client" && resolved[rule].source !== "client" && rule in bans;
  const { value } = isBan ? { value: bans[rule as keyof typeof bans] } : resolved[rule];
  return Array.isArray(value) ? (value as string[]) : [];
}

/** Returns the entry of this rule's list that matches the visitor. */
function findEntry(rule: RuleName, list: readonly string[], visitor: Visitor): string | undefined {
  if (list.length === 0) return undefined;
  if (rule.endsWith("Countries")) return list.find((country) => country === visitor.country);
  if (rule.endsWith("Websites")) return visitor.host ? findHostIn(visitor.host, list, "website") : undefined;
  if (rule.endsWith("Subdomains"))
    return visitor.host ? findHostIn(visitor.host, list, "subdomain") : undefined;
  return findRangeOf(visitor.address, list);
}
