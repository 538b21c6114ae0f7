import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { fileURLToPath } from "node:url";

/** The responses to simultaneous requests for one URL. */
export interface LoadedResponses {
  status: number;
  bytes: number;
}

const THIS_FILE = fileURLToPath(import.meta.url);

/** Sends simultaneous requests from a separate process, so the edge does not share its CPU time with the viewers. */
export async function requestAtOnce(url: string, viewers: number): Promise<LoadedResponses[]> {
  const child = fork(THIS_FILE, [url, String(viewers)]);
  const [loaded] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error("The viewers ended without a word");
    }),
  ])) as [LoadedResponses[]];
  return loaded;
}

function loadUrl(url: string): Promise<LoadedResponses> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes }));
      response.on("error", reject);
    });
    request.on("error", reject);
  });
}

const [, script, url, viewers] = process.argv;
if (script === THIS_FILE && url)
  process.send?.(await Promise.all(Array.from({ length: Number(viewers) }, () => loadUrl(url))), () =>
    process.disconnect(),
  );
