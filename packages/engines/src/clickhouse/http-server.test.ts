import { expect, test } from "vitest";
import type { ClickHouseEngine } from "./engine.ts";
import { createClickHouseServer } from "./http-server.ts";

/** How long ClickHouse's client keeps an idle connection by default, in ms. */
const CLIENT_KEEP_ALIVE_MS = 2_500;

test("the server keeps idle connections more than ten times as long as ClickHouse's client does", () => {
  const server = createClickHouseServer({} as ClickHouseEngine, { database: "shoal", password: "secret" });
  expect(server.keepAliveTimeout).toBeGreaterThan(10 * CLIENT_KEEP_ALIVE_MS);
});
