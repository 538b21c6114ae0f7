import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The upper limit for any Node server: it reads the request with Node's own HTTP and always responds with the same bytes. */
export interface PlainServer {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the server in a separate process. @param answer the body of each response, JSON. */
export async function startPlainServer(answer: string): Promise<PlainServer> {
  const child = fork(import.meta.filename);
  child.send(answer);
  const [port] = (await once(child, "message")) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

async function serveAnswer(answer: string): Promise<void> {
  const length = Buffer.byteLength(answer);
  const head = { "content-type": "application/json; charset=utf-8", "content-length": length };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    JSON.parse(Buffer.concat(parts).toString());
    response.writeHead(200, { ...head, "cache-control": "no-store" }).end(answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.send?.((server.address() as AddressInfo).port);
}

if (process.send && process.argv[1] === import.meta.filename)
  process.once("message", (answer: string) => serveAnswer(answer));
