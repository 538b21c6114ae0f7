interface ClaimedWorkOptions<Claimed extends { uuid: string }> {
  /** How many one process works on at once. */
  atOnce: number;
  /** How long a claim lasts without renewal: longer than the longest step between two renewals. */
  leaseSec: number;
  lookPauseMs: number;
  /**
   * @param except what this process works on already.
   * @param working the same, as it was claimed.
   * @returns undefined when nothing is due.
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
  /** False for an error that is no fault of this process. */
  isTold?(error: unknown): boolean;
  onError(error: unknown): void;
}

/**
 * Claims due work from the database and continues it, repeatedly. All state is in the database, so that any replica can take
 * over.
 * @example const work = createClaimedWork({ atOnce: 1, claim, carryOn, fail, … }); work.start(); … await work.stop();
 */
export function createClaimedWork<Claimed extends { uuid: string }>(options: ClaimedWorkOptions<Claimed>) {
  const { atOnce, leaseSec, lookPauseMs, onError } = options;
  const working = new Map<string, { claimed: Claimed; step: Promise<void> }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checking: Promise<void> = Promise.resolve();
  let isStopped = true;

  const allSteps = () => Promise.all([...working.values()].map(({ step }) => step));

  async function checkOnce(): Promise<void> {
    while (working.size < atOnce) {
      const present = [...working.values()].map(({ claimed }) => claimed);
      const claimed = await options.claim(leaseSec, [...working.keys()], present);
      if (!claimed) return;
      const step = carryOn(claimed)
        .catch(onError)
        .finally(() => working.delete(claimed.uuid));
      working.set(claimed.uuid, { claimed, step });
    }
  }

  async function carryOn(claimed: Claimed): Promise<void> {
    try {
      await options.carryOn(claimed, { leaseSec, isStopped: () => isStopped });
    } catch (error) {
      await options.fail(claimed, error);
      if (options.isTold?.(error) ?? true) throw error;
    }
  }

  function scheduleCheck(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      checking = checkOnce().catch(onError).finally(scheduleCheck);
    }, lookPauseMs);
  }

  return {
    /** Runs one check, including the steps it starts. */
    async workOnce(): Promise<void> {
      isStopped = false;
      await checkOnce();
      await allSteps();
    },
    start(): void {
      isStopped = false;
      scheduleCheck();
    },
    /** Running work ends after its current step. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await checking;
      await allSteps();
    },
  };
}
