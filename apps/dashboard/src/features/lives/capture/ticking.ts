/**
 * Calls back every so often, also where the page is behind others for long: browsers slow its own timers down to one a minute then,
 * and a worker's not.
 * @returns a function that ends it.
 * @throws where the browser starts no worker.
 */
export function startTicking(everyMs: number, call: () => void): () => void {
  const worker = new Worker(new URL("./ticking.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = call;
  worker.postMessage(everyMs);
  return () => worker.terminate();
}
