export interface SlotOptions<Job> {
  size: number;
  /** Takes one waiting job; undefined if there is none. */
  claim(): Promise<Job | undefined>;
  /** Does the job and settles it; never throws. */
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

  /** Fills the free slots, since there may be work. Cheap to call; calls during a claim are not lost. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isPulling) void this.#pull();
  }

  /** Claims no further jobs; resolves when running jobs have ended. */
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
