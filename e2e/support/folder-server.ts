import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of files that is served read-only. */
export interface FolderServer {
  url: string;
  close(): Promise<void>;
}

/** Unpacks files into a folder and serves them unchanged. */
export async function serveFolder(files: ReadonlyMap<string, Buffer>): Promise<FolderServer> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-offline-"));
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (!files.has(pathname.slice(1))) {
      response
        .writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" })
        .end("<!doctype html>");
      return;
    }
    const path = join(folder, pathname);
    void stat(path).then(({ size }) => {
      response.writeHead(200, { "content-length": size });
      createReadStream(path).pipe(response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
