import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";

/**
 * Sends parts, each while the next one is read. Reading stops when the receiver disconnects.
 * @param parts each valid until the second part after it is requested (`readArchive`).
 * @throws the errors of reading, after destroying the response.
 */
export async function sendParts(parts: AsyncGenerator<Uint8Array>, answer: Writable): Promise<void> {
  let coming = parts.next();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done) break;
      coming = parts.next();
      // The error is thrown when the part is awaited. Without this handler, it could be an unhandled rejection before that.
      coming.catch(() => undefined);
      if (!(await writeBytes(answer, value))) return;
    }
    answer.end();
    await finished(answer).catch(() => undefined);
  } catch (error) {
    answer.destroy();
    throw error;
  } finally {
    // The part being read must be finished before its buffer and file are released.
    await coming.catch(() => undefined);
    await parts.return(undefined);
  }
}

/**
 * Writes bytes, waiting for the receiver.
 * @returns false if the receiver has disconnected.
 */
function writeBytes(answer: Writable, bytes: Uint8Array): Promise<boolean> {
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
