import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name of PostgreSQL's socket in its folder. */
const SOCKET_NAME = ".s.PGSQL.5432";

/** A way to PostgreSQL whose open connections can go silent without an end, while new connections work. */
export async function startLine(databaseUrl: string) {
  const sockets = new Set<Socket>();
  const open = new Set<Socket>();
  const near = await mkdtemp(join(tmpdir(), "shoal-line-"));
  const far = decodeURIComponent(databaseUrl.split("?host=")[1] ?? "");
  const server = createServer((caller) => {
    const callee = connect(join(far, SOCKET_NAME));
    for (const socket of [caller, callee]) {
      sockets.add(socket);
      open.add(socket);
      socket.on("error", () => undefined);
    }
    caller.pipe(callee);
    callee.pipe(caller);
  });
  await once(server.listen(join(near, SOCKET_NAME)), "listening");
  return {
    url: databaseUrl.replace(encodeURIComponent(far), encodeURIComponent(near)),
    cut() {
      for (const socket of open) socket.unpipe().pause();
      open.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(near, { recursive: true, force: true });
    },
  };
}
