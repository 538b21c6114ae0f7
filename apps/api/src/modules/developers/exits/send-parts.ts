import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

/**
 * Sends parts, each while the next one is read. A receiver that leaves ends the reading.
 * @param parts each valid until the second one after it is requested (`readArchive`).
 * @throws what reading throws, with the answer broken off.
 */
export async function sendParts(parts: AsyncGenerator<Uint8Array>, answer: Writable): Promise<void> {
  let coming = parts.next();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done) break;
      coming = parts.next();
      // It is thrown when its turn comes.
      coming.catch(() => undefined);
      if (!(await isWritten(answer, value))) return;
    }
    answer.end();
    await finished(answer).catch(() => undefined);
  } catch (error) {
    answer.destroy();
    throw error;
  } finally {
    // A buffer that is being filled stays until it is.
    await coming.catch(() => undefined);
    await parts.return(undefined);
  }
}

/** @returns false where the receiver has left. */
function isWritten(answer: Writable, bytes: Uint8Array): Promise<boolean> {
  if (answer.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const handleClose = () => resolve(false);
    answer.once("close", handleClose);
    answer.write(bytes, (error) => {
      answer.off("close", handleClose);
      resolve(!error);
    });
  });
}
