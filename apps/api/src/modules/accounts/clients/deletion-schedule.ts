import type { Background } from "../../../platform/composition/define-module.ts";
import type { ClientDeletionService } from "./client-deletion.service.ts";

/** A planned deletion is due at a full hour at the earliest; nobody sees a minute. */
const INTERVAL_MS = 60_000;

/** Carries out planned deletions, at once and then every minute. Every replica may: each client is locked by one. */
export function createDeletionSchedule(
  deletion: Pick<ClientDeletionService, "carryOutDue">,
  intervalMs = INTERVAL_MS,
): Background {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const tick = async () => {
    running = deletion.carryOutDue();
    await running;
    if (!isStopped) timer = setTimeout(tick, intervalMs);
  };
  return {
    start: () => void tick(),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
