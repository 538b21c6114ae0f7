import { writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Of users without privileges the kernel takes one such change in 100 ms. */
const RETRY_MS = 150;
const TRIES = 20;

/**
 * Gives a session the niceness of the process that leads it. Linux shares the processors among sessions first (`sched_autogroup`): what is nice
 * within its own session gets as much as any other session, lives included. Changes nothing where the kernel has no such groups.
 */
export async function lowerSession(leader: number, niceness: number): Promise<void> {
  for (let n = 0; n < TRIES; n++)
    try {
      return await writeFile(`/proc/${leader}/autogroup`, `${niceness}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      await delay(RETRY_MS, undefined, { ref: false });
    }
}
