import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { freePorts } from "@shoal/testkit";
import Fastify from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../test-api.ts";
import { type OpenDatabase, openDatabase } from "./database.ts";
import { handleErrors } from "./http/errors.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Returns the status of a call whose handler runs this query. */
async function statusOfQuery({ db }: Pick<OpenDatabase, "db">, query: string): Promise<number> {
  const app = Fastify();
  handleErrors(app);
  app.get("/", () => sql.raw(query).execute(db));
  const { statusCode } = await app.inject("/");
  await app.close();
  return statusCode;
}

async function queryStatusAtPort(port: number): Promise<number> {
  const database = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`, 1);
  const status = await statusOfQuery(database, "SELECT 1");
  await database.close();
  return status;
}

test("a call returns 503 if nothing listens at the database's port", async () => {
  const [port] = await freePorts(1);
  expect(await queryStatusAtPort(port)).toBe(503);
});

test("a missing database socket returns 503, while a missing file is an internal error", async () => {
  const database = openDatabase("postgres://nobody@/none?host=%2Fnowhere", 1);
  expect(await statusOfQuery(database, "SELECT 1")).toBe(503);
  await database.close();
  const app = Fastify();
  handleErrors(app);
  app.get("/", () => readFile("/nowhere/file"));
  expect((await app.inject("/")).statusCode).toBe(500);
  await app.close();
});

test("a full disk, of a file or of the database, has its own error code", async () => {
  const app = Fastify();
  handleErrors(app);
  app.get("/", async () => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  const answer = await app.inject("/");
  expect([answer.statusCode, answer.json()]).toMatchObject([507, { code: "disk_low" }]);
  await app.close();
  const full = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$";
  expect(await statusOfQuery(api.database, full)).toBe(507);
});

test("a call returns 503 if connections are closed immediately", async () => {
  const server: Server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  expect(await queryStatusAtPort(typeof address === "object" && address ? address.port : 0)).toBe(503);
  await new Promise((resolve) => server.close(resolve));
});

test("a call whose database connection breaks returns 503, and later calls use a new connection", async () => {
  expect(await statusOfQuery(api.database, "SELECT pg_terminate_backend(pg_backend_pid())")).toBe(503);
  await expect.poll(() => statusOfQuery(api.database, "SELECT 1")).toBe(200);
});

test("an invalid or failing query is an internal error", async () => {
  expect(await statusOfQuery(api.database, "SELECT nothing FROM nowhere")).toBe(500);
  expect(await statusOfQuery(api.database, "SELECT 1 / 0")).toBe(500);
});
