interface ClaimedWorkOptions<Claimed extends { uuid: string }> {
  /** How many one process works on at once. */
  atOnce: number;
  /** How long a claim holds that nobody renews: longer than the longest step between two renewals. */
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
   * Goes on with what was claimed, renews the claim between its steps, and says when it is due again.
   * @param isStopped true when the process ends: the present step is then the last.
   */
  carryOn(claimed: Claimed, turn: { leaseSec: number; isStopped: () => boolean }): Promise<void>;
  /** What came of work that failed: when it is tried again, or that it is given up. The error is told to `onError`. */
  fail(claimed: Claimed, error: unknown): Promise<void>;
  /** False for an error that is no fault of this process. */
  isTold?(error: unknown): boolean;
  onError(error: unknown): void;
}

/**
 * Claims work that stands in the database and goes on with it, again and again. All that it knows is in the database, so
 * that any replica goes on after this one.
 * @example const work = createClaimedWork({ atOnce: 1, claim, carryOn, fail, … }); work.start(); … await work.stop();
 */
export function createClaimedWork<Claimed extends { uuid: string }>(options: ClaimedWorkOptions<Claimed>) {
  const { atOnce, leaseSec, lookPauseMs, onError } = options;
  const working = new Map<string, { claimed: Claimed; step: Promise<void> }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = true;

  const allSteps = () => Promise.all([...working.values()].map(({ step }) => step));

  async function lookOnce(): Promise<void> {
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

  function lookAgain(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = lookOnce().catch(onError).finally(lookAgain);
    }, lookPauseMs);
  }

  return {
    /** One look, until what it began is ended. */
    async workOnce(): Promise<void> {
      isStopped = false;
      await lookOnce();
      await allSteps();
    },
    start(): void {
      isStopped = false;
      lookAgain();
    },
    /** What runs ends after its present step. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await allSteps();
    },
  };
}
