import type { HashRequest, HashResponse } from "./hash.worker.ts";

interface PendingHash {
  resolve: (sha256: string) => void;
  reject: (error: Error) => void;
}

/**
 * Returns a function that computes a SHA-256 in hex, in a worker so that the page stays responsive. It rejects if the
 * bytes cannot be read.
 */
export function createHasher(): (bytes: Blob) => Promise<string> {
  const waiting = new Map<number, PendingHash>();
  let nextId = 1;
  let worker: Worker | undefined;

  function settle({ data }: MessageEvent<HashResponse>): void {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ("sha256" in data) one?.resolve(data.sha256);
    else one?.reject(new DOMException(data.failure, "NotReadableError"));
  }
  function giveUp(): void {
    for (const { reject } of waiting.values()) reject(new Error("The worker for checksums ended"));
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  }
  function open(): Worker {
    const opened = new Worker(new URL("./hash.worker.ts", import.meta.url), { type: "module" });
    opened.addEventListener("message", settle);
    opened.addEventListener("error", giveUp);
    return opened;
  }

  return (bytes) =>
    new Promise((resolve, reject) => {
      worker ??= open();
      const question: HashRequest = { id: nextId++, bytes };
      waiting.set(question.id, { resolve, reject });
      worker.postMessage(question);
    });
}
