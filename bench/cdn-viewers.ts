import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { fileURLToPath } from "node:url";

/** The responses to simultaneous requests for one URL. */
export interface Loaded {
  status: number;
  bytes: number;
}

const SELF = fileURLToPath(import.meta.url);

/** Sends simultaneous requests from a separate process, so that the edge does not wait for its own viewers. */
export async function requestAtOnce(url: string, viewers: number): Promise<Loaded[]> {
  const child = fork(SELF, [url, String(viewers)]);
  const [loaded] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error("The viewers ended without a word");
    }),
  ])) as [Loaded[]];
  return loaded;
}

function load(url: string): Promise<Loaded> {
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
if (script === SELF && url)
  process.send?.(await Promise.all(Array.from({ length: Number(viewers) }, () => load(url))), () =>
    process.disconnect(),
  );
