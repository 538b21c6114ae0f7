import { AppError, type ProofInput, type ProofReport } from "@shoal/contract";
import { monthBounds, toIsoMonth } from "@shoal/domain/footprint";
import { compareGroups } from "@shoal/domain/proof";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { findTimeZone, touchClient } from "../../accounts/clients/index.ts";
import { createFigureCursorsRepository } from "../figures/index.ts";
import type { ProofReader } from "../statistics/index.ts";
import { type ProofMode, presentGroup, presentSettings, presentState, samplesOf } from "./proof.present.ts";
import { createProofRepository } from "./proof.repository.ts";

const MINUTE_MS = 60_000;

export interface ProofDeps {
  db: Database;
  reader: ProofReader;
  now?: () => number;
}

/** Creates the service that reports the effect of peers for a client's viewers, and keeps the settings of this measurement. */
export function createProofService({ db, reader, now = Date.now }: ProofDeps) {
  const repository = createProofRepository(db);
  const cursors = createFigureCursorsRepository(db);

  /** @throws AppError "bad_request" for a future month, "unavailable" while ClickHouse does not respond. */
  async function getReport({ clientUuid }: Actor, asked?: string): Promise<ProofReport> {
    const [mode, timeZone, closedUntilSec] = await Promise.all([
      repository.findMode(clientUuid),
      findTimeZone(db, clientUuid),
      cursors.findClosedUntilSec(),
    ]);
    const month = asked ?? toIsoMonth(now(), timeZone);
    const { fromMs, toMs } = await periodOf(clientUuid, month, timeZone);
    const groups = await reader.readGroups({ clientUuid, fromMs, toMs, closedUntilSec: closedUntilSec ?? 0 });
    return {
      month,
      timeZone,
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),

      settings: presentSettings(mode),
      state: presentState(mode),

      with: presentGroup(groups.with),
      without: presentGroup(groups.without),
      metrics: compareGroups(samplesOf(groups), `${clientUuid}/${month}`),
    };
  }

  /** Returns a month, or its part since the last start, before which a different share of viewers played without peers. */
  async function periodOf(clientUuid: string, month: string, timeZone: string) {
    const { fromMs, toMs } = monthBounds(month, timeZone);
    if (fromMs > now()) throw badFieldError("month", "has not started yet");
    const startMs = (await repository.findStartBefore(clientUuid, new Date(toMs)))?.getTime() ?? 0;
    return {
      fromMs: Math.max(fromMs, Math.floor(startMs / MINUTE_MS) * MINUTE_MS),
      toMs: Math.min(toMs, Math.ceil(now() / MINUTE_MS) * MINUTE_MS),
    };
  }

  return {
    getReport,

    /** @throws AppError "edit_conflict". */
    async save(actor: Actor, input: ProofInput): Promise<ProofReport> {
      await db.transaction().execute(async (tx) => {
        const own = createProofRepository(tx);
        await own.lockClient(actor.clientUuid);
        const kept = await own.lockMode(actor.clientUuid);
        if (input.revision !== (kept?.revision ?? 0))
          throw new AppError("edit_conflict", "Someone else changed proof mode: fetch it again");
        const at = new Date(now());
        const change = changeOf(kept, input);
        await own.saveMode({
          client_uuid: actor.clientUuid,
          is_on: input.isOn,

          share_pct: input.sharePct,
          limit_gb: input.limitGb,
          ...consentOf(kept, input, { by: actor.username, at }),
          started_at: kept?.started_at ?? null,
          ...(change === "proof.started" ? { ...NEW_RUN, started_at: at } : {}),
        });
        if (change)
          await own.addEvent({ client_uuid: actor.clientUuid, type: change, at }, buildEvent(actor, input));
        await touchClient(tx, actor.clientUuid);
      });
      return getReport(actor);
    },
  };
}
export type ProofService = ReturnType<typeof createProofService>;

const NEW_RUN = { sessions: 0, stop_reason: null, stop_value: null, stopped_at: null } as const;

/** Returns the changes of the run. A stopped run starts again, as does a run with another share. */
function changeOf(kept: ProofMode | undefined, { isOn, sharePct }: ProofInput) {
  const wasRunning = kept?.is_on === true && kept.stop_reason === null;
  if (isOn) return wasRunning && kept.share_pct === sharePct ? undefined : "proof.started";
  return kept?.is_on ? "proof.switched_off" : undefined;
}

/** Returns the consent, which names the first user who agreed until it is withdrawn. */
function consentOf(
  kept: ProofMode | undefined,
  { isAgreed }: ProofInput,
  { by, at }: { by: string; at: Date },
) {
  if (!isAgreed) return { consent_by: null, consent_at: null };
  return kept?.consent_at
    ? { consent_by: kept.consent_by, consent_at: kept.consent_at }
    : { consent_by: by, consent_at: at };
}

const buildEvent = ({ username }: Actor, { sharePct, limitGb }: ProofInput) => ({
  by: username,
  sharePct,
  limitGb,
});

const badFieldError = (path: string, reason: string) =>
  new AppError("bad_request", `The ${path} ${reason}`, [{ path, reason }]);
