import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { OwnerRightsCache } from "./owner-rights.ts";

const CACHE_TTL_MS = 2_000;

async function startApi() {
  const state = { isAllowed: true };
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(state));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { state, apiUrl: `http://127.0.0.1:${port}` };
}

test("a lost right is noticed within two seconds, even if the wall clock was set back meanwhile", async () => {
  const { state, apiUrl } = await startApi();
  const rights = new OwnerRightsCache({ apiUrl, internalSecret: "secret" });
  const [user, video] = [randomUUID(), randomUUID()];
  vi.setSystemTime(Date.now());
  onTestFinished(() => void vi.useRealTimers());
  await rights.require(user, video);
  state.isAllowed = false;
  vi.setSystemTime(Date.now() - 3_600_000);
  await new Promise((resolve) => setTimeout(resolve, CACHE_TTL_MS + 100));
  await expect(rights.require(user, video)).rejects.toMatchObject({ code: "token_invalid" });
});
