import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import { CHANGES_PATH, INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { callContinuously, eventually, freePorts } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "./test-api.ts";
import { listenAs } from "./testing/realtime-listener.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  user = await api.addUser(["editor"]);
});
afterAll(() => api.close());

/** Starts another replica of the api as a process. */
async function startReplica(): Promise<{ child: ChildProcess; url: string; internalUrl: string }> {
  const [internalPort] = await freePorts(1);
  const env = {
    ...process.env,
    ...api.env,
    INTERNAL_PORT: String(internalPort),
    SHUTDOWN_DELAY_MS: "500",
  };
  const child = fork(join(import.meta.dirname, "main.ts"), {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return { child, url, internalUrl: `http://127.0.0.1:${internalPort}` };
}

test("a shutdown under load is announced, completes every call, lets pages reconnect and takes seconds", async () => {
  const { child, url, internalUrl } = await startReplica();
  const page = await listenAs({ ...api, url }, user);
  const calls = callContinuously(`${url}${routes.listVideos.path}`, {
    callers: 10,
    headers: { authorization: `Bearer ${user.credential}` },
  });
  const headers = { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" };
  const ofEdges = callContinuously(`${internalUrl}/internal/clients/${user.clientUuid}`, {
    callers: 5,
    headers,
  });
  const changes = await fetch(`${internalUrl}${CHANGES_PATH}`, { headers });
  await eventually(() => (calls.answered.get(200) ?? 0) > 50);
  await eventually(() => (ofEdges.answered.get(200) ?? 0) > 20);
  expect((await fetch(`${internalUrl}/readyz`)).status).toBe(200);
  const startedMs = performance.now();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await eventually(async () => (await fetch(`${internalUrl}/readyz`)).status === 503, { everyMs: 5 });
  await calls.done;
  expect(calls.failures).toEqual([]);
  expect([...calls.answered.keys()]).toEqual([200]);
  await page.ended;
  await ofEdges.done;
  expect(ofEdges.failures).toEqual([]);
  expect([...ofEdges.answered.keys()]).toEqual([200]);
  // The stream of changes must end without an error.
  await changes.text();
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - startedMs).toBeLessThan(8_000);
});
