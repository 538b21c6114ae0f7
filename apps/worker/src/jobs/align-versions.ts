import { Worker } from "node:worker_threads";
import { type PackedAlignment, SIGNATURE_BYTES } from "@shoal/align";
import { MAX_ALIGNMENT_FRAMES, MAX_ALIGNMENT_PIECES } from "@shoal/contract";
import { readFrameSignatures } from "../media/frame-signatures.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

const ALIGNER_URL = new URL("./align-thread.ts", import.meta.url);
/** The heap limit in MB: objects take 800 bytes for each of 100,000 frames. Signatures, 4 kB per frame, are outside the heap. */
const HEAP_MB = 512;

/** Finds which frames of the previous version the new version shows. */
export const alignTwoVersions: JobHandler<"align-versions"> = async (payload, deps) => {
  const old = await readFrameSignatures(payload.old, deps);
  deps.onProgress(0.4);
  const recent = await readFrameSignatures(payload, deps);
  deps.onProgress(0.8);
  const isTooLong = [old, recent].some((raw) => raw.length > MAX_ALIGNMENT_FRAMES * SIGNATURE_BYTES);
  return {
    type: "aligned",
    ...resultBase(payload),
    alignmentUuid: payload.alignmentUuid,
    alignment: isTooLong ? null : await alignInThread(old, recent, deps),
  };
};

/**
 * Compares signatures in a separate thread, to which they are transferred, so that the worker can send heartbeats.
 * @returns null if hardly any frames match.
 */
async function alignInThread(
  old: Uint8Array,
  recent: Uint8Array,
  { signal }: Pick<JobDeps, "signal">,
): Promise<PackedAlignment | null> {
  signal.throwIfAborted();
  const [ownOld, ownRecent] = [toTransferable(old), toTransferable(recent)];
  const thread = new Worker(ALIGNER_URL, {
    workerData: { old: ownOld, recent: ownRecent },
    transferList: [ownOld.buffer, ownRecent.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PackedAlignment>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop);
  thread.once("message", resolve);
  thread.once("error", reject);
  thread.once("exit", () => reject(new Error("The comparison ended without a result")));
  try {
    const packed = await promise;
    return packed.pieces.length > MAX_ALIGNMENT_PIECES ? null : packed;
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

/** Copies the bytes to a separate buffer if necessary, so that they can be transferred to a thread. */
const toTransferable = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
