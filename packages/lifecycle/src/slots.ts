export interface SlotOptions<Job> {
  size: number;
  /** Claims one waiting job, and returns undefined if no job waits. */
  claim(): Promise<Job | undefined>;
  /** Runs a job and reports its outcome to the queue. Never throws. */
  run(job: Job): Promise<void>;
  onError(error: unknown): void;
}

/** Slots for jobs: when they are woken, each free slot claims a job. */
export class Slots<Job> {
  readonly #options: SlotOptions<Job>;
  readonly #running = new Set<Promise<void>>();
  #isPulling = false;
  #isWoken = false;
  #isStopped = false;

  constructor(options: SlotOptions<Job>) {
    this.#options = options;
  }

  get busy(): number {
    return this.#running.size;
  }

  /** Fills the free slots. Called whenever a job may be waiting. A call costs little, and a call during a claim is not lost. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isPulling) void this.#pull();
  }

  /** Claims no further jobs. Resolves when the running jobs have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #pull(): Promise<void> {
    this.#isPulling = true;
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        await this.#fill();
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isPulling = false;
    }
  }

  async #fill(): Promise<void> {
    while (this.#running.size < this.#options.size && !this.#isStopped) {
      const job = await this.#options.claim();
      if (!job) break;
      this.#start(job);
    }
  }

  #start(job: Job): void {
    const done: Promise<void> = this.#options.run(job).finally(() => {
      this.#running.delete(done);
      this.wake();
    });
    this.#running.add(done);
  }
}
