import type { Background } from "../../../platform/composition/define-module.ts";
import type { DuePlansService } from "./due-plans.service.ts";

/** Plans are made by other replicas too: nobody waits longer than this for one that was made for now. */
const INTERVAL_MS = 1_000;
/** A plan that another replica is carrying out is due still: it is not asked for without a pause. */
const SHORTEST_MS = 50;

/** Carries out plans at once and then as they fall due. */
export function createPlanSchedule(plans: DuePlansService, onError: (error: unknown) => void): Background {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<unknown> = Promise.resolve();
  const carryOut = async () => {
    try {
      await plans.carryOutDue();
      return (await plans.findDueInMs()) ?? INTERVAL_MS;
    } catch (error) {
      onError(error);
      return INTERVAL_MS;
    }
  };
  const tick = async () => {
    const work = carryOut();
    running = work;
    const dueInMs = await work;
    if (!isStopped) timer = setTimeout(tick, Math.min(INTERVAL_MS, Math.max(SHORTEST_MS, dueInMs)));
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
