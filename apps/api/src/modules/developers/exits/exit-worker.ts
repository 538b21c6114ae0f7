import type { ExitFault } from "@shoal/contract";
import { isDiskFull } from "@shoal/store";
import { createClaimedWork } from "../../../platform/claimed-work.ts";
import type { Tx } from "../../../platform/database.ts";
import type { WorkNotifications } from "../../../platform/work-notifications.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { ExitFailure, type MakingDeps, makeExit } from "./exit-maker.ts";
import { type ClaimedExit, createExitWorkRepository } from "./exits.repository.ts";
import { EXIT_MAILS } from "./mails/index.ts";

/** The number of archives created concurrently, which is low because their reads compete with those for viewers. */
const MAX_CONCURRENT_EXITS = 1;
/** The duration of a claim, which is longer than reading 100 MB takes. */
const LEASE_DURATION_SEC = 300;
const CHECK_PAUSE_MS = 500;
/** The pause after an error. An error that persists for an hour is reported to managers, who can request a new archive. */
const FAULT_PAUSE_SEC = 300;
const MAX_ATTEMPTS = 12;

export interface ExitWorkerDeps extends Omit<MakingDeps, "leaseSec" | "isStopped" | "alongside"> {
  notifications: WorkNotifications;
  mails: MailSender;
  publicUrl: string;
  onError: (error: unknown) => void;
}

/** Creates the background worker that claims requested archives and creates them. */
export function createExitWorker(deps: ExitWorkerDeps) {
  const work = createExitWorkRepository(deps.db);
  const url = `${deps.publicUrl}/#/config?tab=exit`;
  const { workOnce, start, stop } = createClaimedWork<ClaimedExit>({
    atOnce: MAX_CONCURRENT_EXITS,
    leaseSec: LEASE_DURATION_SEC,
    checkPauseMs: CHECK_PAUSE_MS,
    notifications: deps.notifications,
    topic: "exits",
    claim: work.claim,
    dueInMs: work.findDueInMs,
    async carryOn(claimed, turn) {
      const isReady = await makeExit(claimed, {
        ...deps,
        ...turn,
        alongside: (tx) => reportReady(tx, claimed),
      });
      // The claim ends now, so that another process can continue immediately.
      if (!isReady) await work.renew(claimed, 0);
    },
    async fail(claimed, error) {
      if (claimed.attempts + 1 < MAX_ATTEMPTS) await work.putOff(claimed, FAULT_PAUSE_SEC);
      else await giveUp(claimed, error instanceof ExitFailure ? error.fault : faultOf(error));
    },
    onError: deps.onError,
  });

  async function giveUp(claimed: ClaimedExit, fault: ExitFault): Promise<void> {
    await deps.db.transaction().execute(async (tx) => {
      const exits = createExitWorkRepository(tx);
      if (!(await exits.lock(claimed))) return;
      await exits.recordFailed(claimed, fault);
      for (const { email, language, clientName } of await listMailedManagers(tx, claimed.client_uuid))
        await deps.mails.send(tx, {
          mail: EXIT_MAILS["exit-failed"],
          to: email,
          language,
          values: { clientName, fault, url },
        });
    });
  }

  async function reportReady(tx: Tx, { client_uuid }: ClaimedExit): Promise<void> {
    for (const { email, language, clientName } of await listMailedManagers(tx, client_uuid))
      await deps.mails.send(tx, {
        mail: EXIT_MAILS["exit-ready"],
        to: email,
        language,
        values: { clientName, url },
      });
  }

  return { workOnce, start, stop, prune: () => work.prune() };
}

const faultOf = (error: unknown): ExitFault => (isDiskFull(error) ? "disk_full" : "unexpected");

export type ExitWorker = ReturnType<typeof createExitWorker>;
