import type { ExitFault } from "@shoal/contract";
import { isDiskFull } from "@shoal/store";
import type { Tx } from "../../../platform/database.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { ExitBroken, type MakingDeps, makeExit } from "./exit-maker.ts";
import { type ClaimedExit, createExitWorkRepository } from "./exits.repository.ts";
import { EXIT_MAILS } from "./mails/index.ts";

/** Reads of media that go beside what viewers are served. */
const AT_ONCE = 1;
/** Longer than 100 MB take to be read. */
const LEASE_SEC = 300;
const LOOK_PAUSE_MS = 500;
/** A fault that lasts for an hour is reported to managers, who can ask again. */
const FAULT_PAUSE_SEC = 300;
const ATTEMPTS_MAX = 12;

export interface ExitWorkerDeps extends Omit<MakingDeps, "leaseSec" | "isStopped" | "alongside"> {
  mails: MailSender;
  publicUrl: string;
  onError: (error: unknown) => void;
}

/** Makes archives. All that it knows is in the database, so that any replica goes on after this one. */
export function createExitWorker(deps: ExitWorkerDeps) {
  const work = createExitWorkRepository(deps.db);
  const working = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = true;
  const url = `${deps.publicUrl}/#/config?tab=exit`;

  async function lookOnce(): Promise<void> {
    while (working.size < AT_ONCE) {
      const claimed = await work.claim(LEASE_SEC, [...working.keys()]);
      if (!claimed) return;
      const made = carryOn(claimed)
        .catch(deps.onError)
        .finally(() => working.delete(claimed.uuid));
      working.set(claimed.uuid, made);
    }
  }

  async function carryOn(claimed: ClaimedExit): Promise<void> {
    try {
      const isReady = await makeExit(claimed, {
        ...deps,
        leaseSec: LEASE_SEC,
        isStopped: () => isStopped,
        alongside: (tx) => tellReady(tx, claimed),
      });
      // Another process goes on at once.
      if (!isReady) await work.renew(claimed, 0);
    } catch (error) {
      if (claimed.attempts + 1 < ATTEMPTS_MAX) await work.putOff(claimed, FAULT_PAUSE_SEC);
      else await giveUp(claimed, error instanceof ExitBroken ? error.fault : faultOf(error));
      throw error;
    }
  }

  async function giveUp(claimed: ClaimedExit, fault: ExitFault): Promise<void> {
    await deps.db.transaction().execute(async (tx) => {
      const exits = createExitWorkRepository(tx);
      if (!(await exits.lock(claimed))) return;
      await exits.noteFailed(claimed, fault);
      for (const { email, language, clientName } of await listMailedManagers(tx, claimed.client_uuid))
        await deps.mails.send(tx, {
          mail: EXIT_MAILS["exit-failed"],
          to: email,
          language,
          values: { clientName, fault, url },
        });
    });
  }

  async function tellReady(tx: Tx, { client_uuid }: ClaimedExit): Promise<void> {
    for (const { email, language, clientName } of await listMailedManagers(tx, client_uuid))
      await deps.mails.send(tx, {
        mail: EXIT_MAILS["exit-ready"],
        to: email,
        language,
        values: { clientName, url },
      });
  }

  function lookAgain(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = lookOnce().catch(deps.onError).finally(lookAgain);
    }, LOOK_PAUSE_MS);
  }

  return {
    /** One look, until what it began is ended. */
    async workOnce(): Promise<void> {
      isStopped = false;
      await lookOnce();
      await Promise.all(working.values());
    },
    prune: () => work.prune(),
    start(): void {
      isStopped = false;
      lookAgain();
    },
    /** What runs ends after its present step. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(working.values());
    },
  };
}
const faultOf = (error: unknown): ExitFault => (isDiskFull(error) ? "disk_full" : "unexpected");

export type ExitWorker = ReturnType<typeof createExitWorker>;
