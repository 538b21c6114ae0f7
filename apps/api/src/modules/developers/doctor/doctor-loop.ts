import { type Background, CLEANING_PAUSE_MS } from "../../../platform/composition/define-module.ts";
import { createWokenLoop } from "../../../platform/woken-loop.ts";
import type { WorkNotifications } from "../../../platform/work-notifications.ts";
import type { Doctor } from "./doctor.service.ts";

/** The minimum time between two queries for a check that is due. */
const MIN_QUERY_PAUSE_MS = 1_000;

interface DoctorLoopDeps {
  doctor: Pick<Doctor, "runDue" | "findDueMs">;
  pace: Parameters<Doctor["runDue"]>[0];
  notifications: Pick<WorkNotifications, "on">;
  onError(error: unknown): void;
}

/** Starts the loop of daily and requested checks. Stopping it interrupts a check, which is then requested again. */
export function createDoctorLoop({ doctor, pace, notifications, onError }: DoctorLoopDeps): Background {
  const stopping = new AbortController();
  const loop = createWokenLoop({
    check: () => doctor.runDue(pace, stopping.signal),
    dueInMs: doctor.findDueMs,
    pauseMs: MIN_QUERY_PAUSE_MS,
    fallbackMs: CLEANING_PAUSE_MS,
    onError,
  });
  let unsubscribe = (): void => undefined;
  return {
    start() {
      unsubscribe = notifications.on("doctor", loop.wake);
      loop.start();
    },
    async stop() {
      unsubscribe();
      stopping.abort();
      await loop.stop();
    },
  };
}
