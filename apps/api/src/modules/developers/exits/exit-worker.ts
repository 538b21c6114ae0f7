import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { type MakingDeps, makeExit } from "./exit-maker.ts";
import { type ClaimedExit, createExitWorkRepository } from "./exits.repository.ts";
import { EXIT_MAILS } from "./mails/index.ts";

/** Reads of media that go beside what viewers are served. */
const AT_ONCE = 1;
/** Longer than 100 MB take to be read. */
const LEASE_SEC = 300;
const LOOK_PAUSE_MS = 500;

export interface ExitWorkerDeps extends Omit<MakingDeps, "leaseSec" | "isStopped"> {
  mails: MailSender;
  onError: (error: unknown) => void;
}

/** Makes archives. All that it knows is in the database, so that any replica goes on after this one. */
export function createExitWorker(deps: ExitWorkerDeps) {
  const work = createExitWorkRepository(deps.db);
  const working = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = true;

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
      const isReady = await makeExit(claimed, { ...deps, leaseSec: LEASE_SEC, isStopped: () => isStopped });
      if (isReady) await tell(claimed);
      // Another process goes on at once.
      else await work.renew(claimed, 0);
    } catch (error) {
      await work.renew(claimed, LEASE_SEC);
      throw error;
    }
  }

  async function tell({ uuid, client_uuid }: ClaimedExit): Promise<void> {
    await deps.db.transaction().execute(async (tx) => {
      for (const { email, language, clientName } of await listMailedManagers(tx, client_uuid))
        await deps.mails.send(tx, {
          mail: EXIT_MAILS["exit-ready"],
          to: email,
          language,
          values: { clientName, call: `/api/exits/${uuid}/link` },
        });
    });
  }

  function lookAgain(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = lookOnce().catch(deps.onError).finally(lookAgain);
    }, LOOK_PAUSE_MS);
  }

  return {
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
export type ExitWorker = ReturnType<typeof createExitWorker>;
