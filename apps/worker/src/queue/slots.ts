import type { RegisteredJob } from "../jobs/handlers.ts";

/** A job taken from the queue, with the way back. */
export interface TakenJob {
  registered: RegisteredJob;
  id: string;
  payload: unknown;
  /** Which try this is, from 0. */
  retryCount: number;
  /** The last try was lost with its worker: so many tries the queue allows where this one is given back. */
  triesAfterLoss?: number;
}

export interface SlotOptions {
  size: number;
  /** In the order in which they are taken. */
  handlers: readonly RegisteredJob[];
  /** Takes one waiting job of a queue; undefined when there is none. */
  take(registered: RegisteredJob): Promise<TakenJob | undefined>;
  /** Does the job and settles it; never throws. */
  run(job: TakenJob): Promise<void>;
  onError(error: unknown): void;
}

/** A number of places that pull jobs whenever they are woken and one is free. */
export class Slots {
  readonly #options: SlotOptions;
  readonly #running = new Set<Promise<void>>();
  #isPulling = false;
  #isWoken = false;
  #isStopped = false;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  get busy(): number {
    return this.#running.size;
  }

  /** Something may wait: fills the free places. Cheap to call; calls during a pull are not lost. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isPulling) void this.#pull();
  }

  /** Takes no more; resolves when what runs has ended. */
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
    for (const registered of this.#options.handlers)
      while (this.#running.size < this.#options.size && !this.#isStopped) {
        const job = await this.#options.take(registered);
        if (!job) break;
        this.#start(job);
      }
  }

  #start(job: TakenJob): void {
    const done: Promise<void> = this.#options.run(job).finally(() => {
      this.#running.delete(done);
      this.wake();
    });
    this.#running.add(done);
  }
}
