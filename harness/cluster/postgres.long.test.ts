import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { superviseOwnPostgres } from "./postgres.ts";

test("the proxy of a PostgreSQL that does not start is closed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shoal-postgres-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  await mkdir(data);
  await writeFile(join(data, "PG_VERSION"), "15\n");
  const [port] = await freePorts(1);
  const starting = superviseOwnPostgres({ folder, port, password: "unused", onLine: () => undefined });
  await expect(starting).rejects.toThrow("postgres ended at its start");
  expect(await isFree(port)).toBe(true);
});

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
