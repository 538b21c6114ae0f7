import { createWokenLoop } from "./woken-loop.ts";
import type { WorkNotifications, WorkTopic } from "./work-notifications.ts";

interface ClaimedWorkOptions<Claimed extends { uuid: string }> {
  /** Maximum number of items that one process works on at once. */
  atOnce: number;
  /** How long a claim lasts without renewal: longer than the longest step between two renewals. */
  leaseSec: number;
  /** Minimum time between two checks without a notification. */
  checkPauseMs: number;
  /** Announces new work, and work that is now due sooner (`claimedWorkTriggers`). */
  notifications: WorkNotifications;
  topic: WorkTopic;
  /** Returns the milliseconds until another item is due; undefined if none is waiting. Takes the parameters of `claim`. */
  dueInMs(except: readonly string[], working: readonly Claimed[]): Promise<number | undefined>;
  /**
   * Claims due work.
   * @param except the work that this process already has.
   * @param working the same work, as claimed.
   * @returns undefined if nothing is due.
   */
  claim(
    leaseSec: number,
    except: readonly string[],
    working: readonly Claimed[],
  ): Promise<Claimed | undefined>;
  /**
   * Continues claimed work, renews the claim between steps, and sets when it is due again.
   * @param isStopped true while the process is shutting down: the current step must be the last.
   */
  carryOn(claimed: Claimed, turn: { leaseSec: number; isStopped: () => boolean }): Promise<void>;
  /** Handles failed work: schedules a retry or gives it up. The error is also passed to `onError`. */
  fail(claimed: Claimed, error: unknown): Promise<void>;
  /** Returns false for an error that this process has not caused. */
  isReported?(error: unknown): boolean;
  onError(error: unknown): void;
}

/**
 * Claims due work from the database and continues it, repeatedly. All state is in the database, so that any replica can take
 * over.
 * @example const work = createClaimedWork({ atOnce: 1, claim, carryOn, fail, … }); work.start(); … await work.stop();
 */
export function createClaimedWork<Claimed extends { uuid: string }>(options: ClaimedWorkOptions<Claimed>) {
  const { atOnce, leaseSec, onError } = options;
  const working = new Map<string, { claimed: Claimed; step: Promise<void> }>();
  let isStopped = true;
  let unsubscribe = (): void => undefined;

  const allSteps = () => Promise.all([...working.values()].map(({ step }) => step));
  const present = () => [...working.values()].map(({ claimed }) => claimed);

  /** @returns whether it claimed any work. */
  async function check(): Promise<boolean> {
    let hasClaimed = false;
    while (working.size < atOnce) {
      const claimed = await options.claim(leaseSec, [...working.keys()], present());
      if (!claimed) break;
      hasClaimed = true;
      const step = carryOn(claimed)
        .catch(onError)
        .finally(() => {
          working.delete(claimed.uuid);
          loop.wake();
        });
      working.set(claimed.uuid, { claimed, step });
    }
    return hasClaimed;
  }

  async function carryOn(claimed: Claimed): Promise<void> {
    try {
      await options.carryOn(claimed, { leaseSec, isStopped: () => isStopped });
    } catch (error) {
      await options.fail(claimed, error);
      if (options.isReported?.(error) ?? true) throw error;
    }
  }

  const loop = createWokenLoop({
    check,
    // Without room nothing can be claimed until a step ends.
    dueInMs: async () =>
      working.size < atOnce ? options.dueInMs([...working.keys()], present()) : undefined,
    pauseMs: options.checkPauseMs,
    onError,
  });

  return {
    /** Runs one check, including the steps it starts. */
    async workOnce(): Promise<void> {
      isStopped = false;
      await check();
      await allSteps();
    },
    start(): void {
      isStopped = false;
      unsubscribe = options.notifications.on(options.topic, loop.wake);
      loop.start();
    },
    /** Stops claiming; work that is running ends after its current step. */
    async stop(): Promise<void> {
      isStopped = true;
      unsubscribe();
      await loop.stop();
      await allSteps();
    },
  };
}
