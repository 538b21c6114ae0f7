import { writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** The pause between attempts: the kernel accepts one such change per 100 ms from an unprivileged user. */
const RETRY_DELAY_MS = 150;
const MAX_ATTEMPTS = 20;

/**
 * Gives a session the niceness of the process that leads it. Linux shares the processors among sessions first (`sched_autogroup`).
 * A nice process that is alone in its session would otherwise get as much as any other session, including those of lives. Changes
 * nothing if the kernel has no such groups.
 */
export async function lowerSession(leader: number, niceness: number): Promise<void> {
  for (let n = 0; n < MAX_ATTEMPTS; n++)
    try {
      return await writeFile(`/proc/${leader}/autogroup`, `${niceness}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      await delay(RETRY_DELAY_MS, undefined, { ref: false });
    }
}
