import { PROOF_SESSIONS_MIN } from "@shoal/contract";
import { monthBounds, toIsoMonth } from "@shoal/domain/footprint";
import { compareGroups, findProofStop } from "@shoal/domain/proof";
import type { Database, Tx } from "../../../platform/database.ts";
import { listMailedManagers, touchClient } from "../../accounts/clients/index.ts";
import type { LogWriter } from "../../accounts/logs/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { createFigureCursorsRepository } from "../figures/index.ts";
import type { ProofReader } from "../statistics/index.ts";
import { PROOF_MAILS } from "./mails/index.ts";
import { presentGroup, samplesOf } from "./proof.present.ts";
import { createProofRepository } from "./proof.repository.ts";

const MINUTE_MS = 60_000;
/** The maximum judged period. A longer run is judged by this last part. */
const MAX_EVALUATED_MS = 90 * 86_400_000;
/** The log name of an automatic stop: the same as when someone turns it off. */
const STOP_LOG_TYPE = "PUT /api/proof";

export interface ProofWatchDeps {
  db: Database;
  reader: ProofReader;
  mails: MailSender;
  logs: Pick<LogWriter, "write">;
  publicUrl: string;
  onError: (error: unknown) => void;
}
type RunningProof = Awaited<ReturnType<ReturnType<typeof createProofRepository>["listRunning"]>>[number];
type ProofStop = NonNullable<ReturnType<typeof findProofStop>>;

/** Creates the watch that stops proof mode for clients whose viewers without peers stall or use traffic too much. */
export function createProofWatch(deps: ProofWatchDeps) {
  const { db, reader, onError } = deps;
  const cursors = createFigureCursorsRepository(db);

  /** Checks all clients. A client whose figures cannot be read does not block the others. */
  async function checkOnce(nowMs = Date.now()): Promise<void> {
    const running = await createProofRepository(db).listRunning();
    if (running.length === 0) return;
    const closedUntilSec = (await cursors.findClosedUntilSec()) ?? 0;
    for (const mode of running) await evaluateRun(mode, { closedUntilSec, nowMs }).catch(onError);
  }

  async function evaluateRun(
    mode: RunningProof,
    at: { closedUntilSec: number; nowMs: number },
  ): Promise<void> {
    const { nowMs, closedUntilSec } = at;
    const { client_uuid: clientUuid, limit_gb: limitGb } = mode;
    const toMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
    const read = (sinceMs: number) =>
      reader.readGroups({
        clientUuid,
        toMs,
        closedUntilSec,
        fromMs: Math.floor(Math.max(sinceMs, nowMs - MAX_EVALUATED_MS) / MINUTE_MS) * MINUTE_MS,
      });
    const groups = await read(mode.started_at?.getTime() ?? nowMs);
    const sessions = { with: groups.with.sessions, without: groups.without.sessions };
    const isEnough = Math.min(sessions.with, sessions.without) >= PROOF_SESSIONS_MIN;
    const month =
      limitGb === null ? undefined : monthBounds(toIsoMonth(nowMs, mode.time_zone), mode.time_zone);
    const stop = findProofStop({
      sessions,
      limitGb,
      comparisons: isEnough ? compareGroups(samplesOf(groups), clientUuid) : [],
      serverBytes: month ? presentGroup((await read(month.fromMs)).without).serverBytes : 0,
    });
    await settle(mode, Math.min(sessions.with, sessions.without), { stop, at: new Date(nowMs) });
  }

  /** Stops a run once, even if several replicas judged it. */
  const settle = (
    { client_uuid: clientUuid, started_at: startedAt }: RunningProof,
    sessions: number,
    { stop, at }: { stop: ProofStop | undefined; at: Date },
  ) =>
    db.transaction().execute(async (tx) => {
      const own = createProofRepository(tx);
      // Saving the settings and deleting the client lock the client first too. Another order would deadlock.
      if (stop) await own.lockClient(clientUuid);
      const mode = await own.lockMode(clientUuid);
      const isSame = mode?.started_at?.getTime() === startedAt?.getTime();
      if (!mode?.is_on || mode.stop_reason !== null || !isSame) return;
      await own.recordSessions(clientUuid, sessions);
      if (!stop) return;
      await own.stop(clientUuid, { ...stop, at });
      await own.addEvent({ client_uuid: clientUuid, type: "proof.stopped", at }, stop);
      await touchClient(tx, clientUuid);
      await notifyStopped(tx, clientUuid, stop);
    });

  async function notifyStopped(tx: Tx, clientUuid: string, { reason, value }: ProofStop): Promise<void> {
    await deps.logs.write(tx, { clientUuid, type: STOP_LOG_TYPE, target: reason });
    for (const { email, language, clientName } of await listMailedManagers(tx, clientUuid))
      await deps.mails.send(tx, {
        mail: PROOF_MAILS["proof-stopped"],
        to: email,
        language,
        values: { clientName, reason, value, url: `${deps.publicUrl}/#/proof` },
      });
  }

  return { checkOnce };
}
export type ProofWatch = ReturnType<typeof createProofWatch>;
