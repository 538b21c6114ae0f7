import type { ClientDeletionService } from "./client-deletion.service.ts";

/** A planned deletion is due at a full hour at the earliest; nobody sees a minute. */
const INTERVAL_MS = 60_000;

/**
 * Carries out planned deletions, at once and then every minute. Every replica may: each client is locked by one.
 * @returns stops it; a deletion that runs ends first.
 */
export function scheduleDeletions(
  deletion: Pick<ClientDeletionService, "carryOutDue">,
  intervalMs = INTERVAL_MS,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const tick = async () => {
    running = deletion.carryOutDue();
    await running;
    if (!isStopped) timer = setTimeout(tick, intervalMs);
  };
  void tick();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
