import type { AlertKind, AlertRules } from "@shoal/contract";
import {
  type AlertEvaluation,
  type AlertVerdict,
  evaluateAlert,
  isBeyond,
  thresholdOf,
  USUAL_ALERT_RULES,
  worseOf,
} from "@shoal/domain/alerts";
import type { Tx } from "../../../platform/database.ts";
import { isTransientDatabaseError, runInSavepoint } from "../../../platform/savepoint.ts";
import type { MeasuredPeriod, SubjectMeasure } from "./alert-measures.ts";
import type { AlertNews } from "./alert-news.ts";
import {
  type AlertStatesRepository,
  createAlertStatesRepository,
  type LiveAlert,
} from "./alert-states.repository.ts";
import { type AlertSubject, createAlertSubjectsRepository } from "./alert-subjects.repository.ts";
import { subjectKey } from "./alert-sums.ts";

/** The known facts about a subject: its measurement, its alert, or both. */
interface SubjectCase extends AlertSubject {
  kind: AlertKind;
  measure: SubjectMeasure | undefined;
  alert: LiveAlert | undefined;
}

export interface EvaluatedPeriod extends MeasuredPeriod {
  /** The measured kinds. Alerts of other kinds are unchanged. */
  kinds: readonly AlertKind[];
}

export interface PeriodEffects {
  news: AlertNews;
  /** Receives the error of a client whose alerts could not be updated. Its alerts stay as they are until the next period. */
  onError: (error: unknown) => void;
}

/**
 * Judges a period for all clients, and opens and closes alerts, each with its event and mails in the same transaction.
 * @returns the clients whose alerts have changed.
 */
export async function evaluatePeriod(
  tx: Tx,
  stretch: EvaluatedPeriod,
  effects: PeriodEffects,
): Promise<Set<string>> {
  const states = createAlertStatesRepository(tx);
  // The deletion of a client locks the client first and its alerts after it. Another order would deadlock.
  await states.lockClientsOfLive(stretch.kinds);
  const cases = casesOf(stretch, await states.lockLive(stretch.kinds));
  const rules = await states.findRules([...new Set(cases.map(({ clientUuid }) => clientUuid))]);
  const alerts = cases.flatMap(({ alert }) => alert?.uuid ?? []);
  const gone = await createAlertSubjectsRepository(tx).listGone(alerts);
  const rulesOf = (clientUuid: string) => ({ ...USUAL_ALERT_RULES, ...rules.get(clientUuid) });
  const covered = findCovered(cases, rulesOf);
  const evaluated: EvaluatedCase[] = [];
  for (const each of cases.filter(({ clientUuid }) => rules.has(clientUuid))) {
    const isCovered = each.subject !== "" && covered.has(kindKey(each)) && each.alert?.opened_at == null;
    const of = rulesOf(each.clientUuid);
    const verdict = verdictOf(each, of, { isCovered, isGone: gone.has(each.alert?.uuid ?? "") });
    const evaluation = evaluateCase(each, stretch, verdict);
    if (evaluation && !(evaluation.stage === "quiet" && !each.alert))
      evaluated.push({ case: each, evaluation, figures: figuresOf(each, of, evaluation) });
  }
  return applyStep(tx, states, evaluated, effects);
}

interface AlertFigures {
  threshold: number;
  usual: number | null;
  /** The measured value; null if there were no viewers. */
  value: number | null;
}

interface EvaluatedCase {
  case: SubjectCase;
  evaluation: AlertEvaluation;
  figures: AlertFigures;
}

const kindKey = ({ clientUuid, kind }: Pick<SubjectCase, "clientUuid" | "kind">) => `${clientUuid} ${kind}`;

/** Lists the measured subjects and those with alerts, each once. */
function casesOf({ measures, kinds }: EvaluatedPeriod, alerts: readonly LiveAlert[]): SubjectCase[] {
  const cases = new Map<string, SubjectCase>();
  for (const measure of measures.filter(({ kind }) => kinds.includes(kind))) {
    const { clientUuid, subject, kind } = measure;
    cases.set(caseKey(kind, measure), { clientUuid, subject, kind, measure, alert: undefined });
  }
  for (const alert of alerts) {
    const of = { clientUuid: alert.client_uuid, subject: alert.subject };
    const key = caseKey(alert.kind, of);
    // An open alert keeps the usual offload from before it opened, because after a day of trouble the poor value would count as
    // usual.
    const measure = cases.get(key)?.measure;
    const kept = measure && { ...measure, usual: alert.usual ?? measure.usual };
    cases.set(key, { ...of, kind: alert.kind, measure: kept, alert });
  }
  return [...cases.values()];
}

const caseKey = (kind: AlertKind, { clientUuid, subject }: AlertSubject) =>
  `${kind} ${subjectKey(clientUuid, subject)}`;

/** Finds clients and kinds whose total exceeds the threshold or has an alert, so that alerts per video would add nothing. */
function findCovered(
  cases: readonly SubjectCase[],
  rulesOf: (clientUuid: string) => AlertRules,
): Set<string> {
  const isCovering = ({ clientUuid, subject, alert, measure }: SubjectCase) =>
    subject === "" && (alert !== undefined || (measure && isBeyond(measure, rulesOf(clientUuid))));
  return new Set(cases.filter(isCovering).map(kindKey));
}

function verdictOf(
  { kind, measure }: SubjectCase,
  rules: AlertRules,
  { isCovered, isGone }: { isCovered: boolean; isGone: boolean },
): AlertVerdict {
  if (!rules[kind].isOn) return "switched_off";
  if (isGone) return "subject_gone";
  return measure && !isCovered && isBeyond(measure, rules) ? "over" : "under";
}

function evaluateCase({ alert }: SubjectCase, { fromMs, toMs }: EvaluatedPeriod, verdict: AlertVerdict) {
  const before = alert && {
    phase: alert.phase,
    sinceMs: alert.since.getTime(),
    evaluatedUntilMs: alert.judged_until.getTime(),
  };
  return evaluateAlert(before, { fromMs, toMs, verdict });
}

function figuresOf(
  { kind, measure, alert }: SubjectCase,
  rules: AlertRules,
  evaluation: AlertEvaluation,
): AlertFigures {
  const usual = alert?.usual ?? measure?.usual ?? null;
  const threshold = thresholdOf(kind, rules, usual);
  if (kind !== "stream_down") return { threshold, usual, value: measure?.value ?? null };
  // The time without a publisher is computed from its start.
  const value = measure ? (evaluation.evaluatedUntilMs - evaluation.sinceMs) / 1_000 : 0;
  return { threshold, usual, value };
}

async function applyStep(
  tx: Tx,
  states: AlertStatesRepository,
  evaluated: readonly EvaluatedCase[],
  { news, onError }: PeriodEffects,
): Promise<Set<string>> {
  const added = evaluated.filter(({ case: { alert } }) => !alert).map((each) => each.case);
  const described = await createAlertSubjectsRepository(tx).describe(added);
  const titles = new Map(described.map((each) => [subjectKey(each.clientUuid, each.subject), each]));
  /** Applies what was evaluated for one subject. @returns whether its alert has opened or closed. */
  const applyCase = async ({ case: each, evaluation, figures }: EvaluatedCase): Promise<boolean> => {
    const known = titles.get(subjectKey(each.clientUuid, each.subject));
    const alert = each.alert ?? (await states.addAlert(buildRow(each, evaluation, figures, known)));
    const moved = await moveAlert(states, alert, evaluation, figures);
    if (!moved) return false;
    if (figures.value !== null) await states.keepValue(moved, evaluation.evaluatedUntilMs, figures.value);
    return moved.phase !== alert.phase && announceEvent(tx, news, { before: alert, after: moved });
  };
  const changed = new Set<string>();
  for (const [clientUuid, own] of Map.groupBy(evaluated, (each) => each.case.clientUuid))
    try {
      await runInSavepoint(tx, async () => {
        for (const each of own) if (await applyCase(each)) changed.add(clientUuid);
      });
    } catch (error) {
      if (isTransientDatabaseError(error)) throw error;
      changed.delete(clientUuid);
      onError(error);
    }
  return changed;
}

const buildRow = (
  { clientUuid, subject, kind }: SubjectCase,
  { sinceMs, evaluatedUntilMs }: AlertEvaluation,
  { threshold, usual, value }: AlertFigures,
  known: { title: string; isOurs: boolean } | undefined,
) => ({
  client_uuid: clientUuid,
  kind,
  subject,
  phase: "rising" as const,

  subject_title: known?.title ?? null,
  is_ours: known?.isOurs ?? false,

  since: new Date(sinceMs),
  judged_until: new Date(evaluatedUntilMs),

  threshold,
  usual,
  worst: value ?? 0,
  last: value ?? 0,
});

/**
 * Updates an alert.
 * @returns undefined if the alert recovered before it opened, and was deleted.
 */
async function moveAlert(
  states: AlertStatesRepository,
  alert: LiveAlert,
  { stage, sinceMs, evaluatedUntilMs, ending }: AlertEvaluation,
  { threshold, usual, value }: AlertFigures,
): Promise<LiveAlert | undefined> {
  if (stage === "quiet") {
    await states.deleteAlert(alert);
    return undefined;
  }
  const at = new Date(evaluatedUntilMs);
  const isOpening = stage === "open" && alert.phase === "rising";
  return states.updateAlert(alert, {
    phase: stage,
    since: new Date(sinceMs),
    judged_until: at,
    threshold,
    usual,
    ...(value === null ? {} : { last: value, worst: worseOf(alert.kind, alert.worst, value) }),
    ...(isOpening ? { opened_at: at } : {}),
    ...(stage === "closed" ? { closed_at: at, ending } : {}),
  });
}

/**
 * Records the event of an alert that has opened or closed, and notifies users.
 * @returns whether the alert has opened or closed.
 */
async function announceEvent(
  tx: Tx,
  news: AlertNews,
  { before, after }: { before: LiveAlert; after: LiveAlert },
): Promise<boolean> {
  if (after.phase === "open" && before.phase === "rising") await news.notifyOpened(tx, after);
  else if (after.phase === "closed") await news.notifyClosed(tx, after);
  else return false;
  return true;
}
