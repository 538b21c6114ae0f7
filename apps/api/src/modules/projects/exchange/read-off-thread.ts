import { Worker } from "node:worker_threads";
import { AppError } from "@shoal/contract";
import { type FileToRead, type ReadComments, readComments } from "./read-comments.ts";

const THREAD_FILE = new URL("./read-thread.ts", import.meta.url);
/** The number of characters up to which files are read without a thread, in a few milliseconds. */
const MAX_INLINE_CHARS = 50_000;
/** The time limit. A file of 5 MB that is built to be slow takes 2 s. */
const READ_TIMEOUT_MS = 10_000;
/** The heap limit: 1.6 million empty objects take 120 MB. */
const HEAP_MB = 400;

/**
 * Reads a file of comments. A large file is read in a thread, so that other callers do not wait for it. Callers take turns.
 * @throws AppError "comments_file_unreadable" for a file that needs too much time or memory.
 */
export const readOffThread = async (file: FileToRead): Promise<ReadComments> =>
  file.text.length <= MAX_INLINE_CHARS ? readComments(file) : readInThread(file);

async function readInThread(file: FileToRead): Promise<ReadComments> {
  const thread = new Worker(THREAD_FILE, {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ReadComments>();
  const refuse = () => {
    const reason = "takes too long to be read";
    reject(new AppError("comments_file_unreadable", reason, [{ path: "file", reason }]));
  };
  const timer = setTimeout(refuse, READ_TIMEOUT_MS);
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? refuse() : reject(error),
  );
  thread.once("exit", () => reject(new Error("The reading of a file ended without a result")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
