/** Looked at even if no word came: words get lost with their connection. */
export const FALLBACK_MS = 30_000;
/** Words that come together are one look. */
const APART_MS = 50;
/** After a fault, which is there again at the next look most of the time. */
const FAULT_PAUSE_MS = 1_000;

/** Time, which a test makes itself. */
export interface LoopClock {
  nowMs(): number;
  /** @returns takes it back. */
  after(pauseMs: number, run: () => void): () => void;
}

export interface WokenLoopOptions {
  /** Does what is due. @returns whether there was any: there may be more. */
  look(): Promise<boolean>;
  /**
   * How long until something becomes due of which no word comes, such as another try, or the end of a claim that nobody renews.
   * Asked after a look that found nothing. @returns undefined when nothing waits.
   */
  dueInMs?(): Promise<number | undefined>;
  /** Between two looks of which no word comes, at least. */
  pauseMs: number;
  /** The same at most. */
  fallbackMs?: number;
  onError(error: unknown): void;
  clock?: LoopClock;
}

interface WokenLoop {
  /** Looks at once, and from then on. */
  start(): void;
  /** Something may be due: looks at once. Cheap to call; a call during a look is not lost. */
  wake(): void;
  /** A look that runs ends first. */
  stop(): Promise<void>;
}

/**
 * Looks for work when a word comes, when something becomes due, and seldom without a reason: one that has nothing to do costs
 * nothing.
 * @example const loop = createWokenLoop({ look, dueInMs, pauseMs: 250, onError }); bells.on("imports", loop.wake); loop.start();
 */
export function createWokenLoop(options: WokenLoopOptions): WokenLoop {
  const { pauseMs, fallbackMs = FALLBACK_MS, onError, clock = REAL_CLOCK } = options;
  let isStopped = true;
  let isLooking = false;
  let isWoken = false;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let takeBack = (): void => undefined;
  let looking: Promise<void> = Promise.resolve();

  async function findPauseMs(): Promise<number> {
    try {
      if (await options.look()) return pauseMs;
      const dueInMs = (await options.dueInMs?.()) ?? fallbackMs;
      return Math.min(fallbackMs, Math.max(pauseMs, dueInMs));
    } catch (error) {
      onError(error);
      return Math.max(pauseMs, FAULT_PAUSE_MS);
    }
  }

  async function lookOnce(): Promise<void> {
    isLooking = true;
    isWoken = false;
    lookedAtMs = clock.nowMs();
    const nextMs = await findPauseMs();
    isLooking = false;
    lookAfter(isWoken ? untilApart() : nextMs);
  }

  const untilApart = () => Math.max(0, lookedAtMs + APART_MS - clock.nowMs());

  function lookAfter(ms: number): void {
    takeBack();
    if (isStopped) return;
    takeBack = clock.after(ms, () => {
      looking = lookOnce();
    });
  }

  return {
    start() {
      isStopped = false;
      lookAfter(0);
    },
    wake() {
      isWoken = true;
      if (!isLooking) lookAfter(untilApart());
    },
    async stop() {
      isStopped = true;
      takeBack();
      await looking;
    },
  };
}

const REAL_CLOCK: LoopClock = {
  nowMs: () => performance.now(),
  after(pauseMs, run) {
    const timer = setTimeout(run, pauseMs);
    return () => clearTimeout(timer);
  },
};
