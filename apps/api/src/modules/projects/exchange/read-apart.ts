import { Worker } from "node:worker_threads";
import { AppError } from "@shoal/contract";
import { Turns } from "../../../platform/turns.ts";
import { type FileToRead, type ReadComments, readComments } from "./read-comments.ts";

const THREAD = new URL("./read-thread.ts", import.meta.url);
/** Characters that are read in some milliseconds, sooner than a thread begins. */
const SMALL_CHARS = 50_000;
/** A file of 5 MB that is made to be slow takes 2 s. */
const READ_MS = 10_000;
/** Of objects: 1.6 million empty ones take 120 MB. */
const HEAP_MB = 400;

const turns = new Turns({ atOnce: 1, atOncePerClient: 1, waitingPerClient: 4, waitingAtMost: 40 });

/**
 * Reads a file of comments. Nobody else waits for a large one: a thread reads it, one at a time.
 * @throws AppError "comments_file_unreadable" for one that needs too much time or memory, "too_many_requests" when many of the same client wait.
 */
export async function readApart(file: FileToRead, clientUuid: string): Promise<ReadComments> {
  if (file.text.length <= SMALL_CHARS) return readComments(file);
  const leave = await turns.take(clientUuid).catch(() => {
    throw new AppError("too_many_requests", "Several files are being read already: wait until they are done");
  });
  try {
    return await readInThread(file);
  } finally {
    leave();
  }
}

async function readInThread(file: FileToRead): Promise<ReadComments> {
  const thread = new Worker(THREAD, {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ReadComments>();
  const refuse = () => {
    const reason = "takes too long to be read";
    reject(new AppError("comments_file_unreadable", reason, [{ path: "file", reason }]));
  };
  const timer = setTimeout(refuse, READ_MS);
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
