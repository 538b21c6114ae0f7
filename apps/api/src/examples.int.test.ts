import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient as createClickHouse } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { freePorts } from "@shoal/testkit";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "./test-api.ts";

const EXAMPLES_DIR = join(import.meta.dirname, "../../../docs/examples");
const execFileAsync = promisify(execFile);

let api: TestApi;
let user: TestUser;
let filmPath: string;
let apiKey: string;
beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
  user = await api.addUser(["manager"]);
  ({ key: apiKey } = await user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { type: "full", description: "Examples" },
  }));
  filmPath = join(api.folder, "A “film”, it's & more.mp4");
  // The file is large enough for two chunks.
  await writeFile(filmPath, Buffer.alloc(5_000_001, "0123456789abcdef!"));
});
afterAll(() => api.close());

const exampleEnvironment = () => ({ ...process.env, SHOAL_URL: api.url, SHOAL_KEY: apiKey });

test.each([
  ["bash", "upload.sh"],
  ["python3", "upload.py"],
  [process.execPath, "upload.mjs"],
])("%s uploads a two-chunk file with %s and prints its embed address", async (program, example) => {
  const { stdout } = await execFileAsync(program, [join(EXAMPLES_DIR, example), filmPath], {
    env: exampleEnvironment(),
  });
  const uuid = stdout.trim().split("/embed/")[1] ?? "";
  const video = await user.call(routes.getVideo, { params: { id: uuid } });
  expect(video).toMatchObject({ title: "A “film”, it's & more.mp4", embedUrl: stdout.trim() });
  expect([video.sizeBytes, video.uploadingPercent]).toEqual([5_000_001, 100]);
});

test("the guide's first upload waits for its webhook and prints the embed code", async () => {
  const [port] = await freePorts(1);
  const { uuid: id, secret } = await user.call(routes.createWebhook, {
    body: { url: `http://127.0.0.1:${port}/`, events: ["video.playable"] },
  });
  const env = { ...exampleEnvironment(), WEBHOOK_SECRET: secret, PORT: String(port) };
  const example = spawn(process.execPath, [join(EXAMPLES_DIR, "first-upload.mjs"), filmPath], { env });
  onTestFinished(() => void example.kill());
  let [output, printed] = ["", ""];
  example.stderr.on("data", (text: Buffer) => (output += text.toString()));
  example.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  const ended = once(example, "close");
  await expect.poll(() => output).toMatch(/Uploaded \S+\n/);
  const uuid = /Uploaded (\S+)/.exec(output)?.[1] ?? "";
  // Makes the video playable, as its first encoded segments would.
  await api.database.db.updateTable("videos").set({ status: "segmented" }).where("uuid", "=", uuid).execute();
  expect(await ended).toEqual([0, null]);
  expect(printed).toMatch(new RegExp(`^<iframe src="http[^"]+/embed/${uuid}" .*></iframe>\n$`));
  await user.call(routes.deleteWebhook, { params: { id } });
});

/** Starts an example program; its output so far can be read at any time. */
function startExample(example: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(EXAMPLES_DIR, example), ...args], { env });
  onTestFinished(() => void child.kill());
  const output = { out: "", err: "" };
  child.stdout.on("data", (text: Buffer) => (output.out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output.err += text.toString()));
  return { output, ended: once(child, "close") };
}

test("the guide's server issues a token with which a visitor's page uploads one video", async () => {
  const [port] = await freePorts(1);
  const { output } = startExample("delegated-upload.mjs", [], {
    ...exampleEnvironment(),
    PORT: String(port),
  });
  await expect.poll(() => output.out).toContain("Open");
  const site = `http://localhost:${port}`;
  expect(await (await fetch(site)).text()).toContain(
    `<shoal-upload url="${api.url}" authorize-url="/upload-token"`,
  );
  const requestToken = (sizeBytes: number) =>
    fetch(`${site}/upload-token`, { method: "POST", body: JSON.stringify({ name: "party.mp4", sizeBytes }) });
  expect((await requestToken(500_000_001)).status).toBe(413);
  const { token } = (await (await requestToken(4)).json()) as { token: string };
  const announce = (origin: string) =>
    fetch(`${api.url}/api/videos`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, origin, "content-type": "application/json" },
      body: JSON.stringify({ size: 4 }),
    });
  expect((await announce("https://elsewhere.example.org")).status).toBe(403);
  const { uuid } = (await (await announce(site)).json()) as { uuid: string };
  const video = await user.call(routes.getVideo, { params: { id: uuid } });
  expect(video).toMatchObject({ title: "party.mp4", tags: ["visitors"] });
});

test("the guide's live prints where to publish, and its embed code once it is on air", async () => {
  const { key: ofLives } = await user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { type: "live", description: "Lives" },
  });
  const { output, ended } = startExample("live.mjs", ["Council"], {
    ...exampleEnvironment(),
    SHOAL_KEY: ofLives,
  });
  await expect.poll(() => output.err).toMatch(/publish to rtmp:\S+ with the stream key \S+\n/);
  const uuid = /Live (\S+):/.exec(output.err)?.[1] ?? "";
  const { db } = api.database;
  await db.updateTable("lives").set({ state: "live" }).where("video_uuid", "=", uuid).execute();
  expect(await ended).toEqual([0, null]);
  expect(output.err).toContain("Council is on air");
  expect(output.out).toMatch(new RegExp(`^<iframe src="http[^"]+/embed/${uuid}" .*></iframe>\n$`));
});

test("the guide's search prints hours and viewers by day", async () => {
  const { uuid } = await user.call(routes.createVideo, { body: { title: "Watched", size: 4 } });
  const figures = createClickHouse({ url: api.clickhouseUrl });
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const row = { client_uuid: user.clientUuid, video_uuid: uuid, version: minute * 1_000, minute };
  const watched = ["v1", "v2"].map((viewer) => ({
    ...row,
    session_uuid: randomUUID(),
    viewer,
    views: 1,
    sec_server: 3_600,
  }));
  await figures.insert({ table: "session_minutes", values: watched, format: "JSONEachRow" });
  await figures.close();
  const { stdout } = await execFileAsync(process.execPath, [join(EXAMPLES_DIR, "search.mjs")], {
    env: exampleEnvironment(),
  });
  expect(stdout).toContain(`${new Date(minute * 1_000).toISOString().slice(0, 10)} 2.0 h 2 viewers\n`);
});

const WEBHOOK_SIGNING_SECRET = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;
const PYTHON_CHECK = `import json, sys
from verify_webhook import is_genuine
headers, secret = json.loads(sys.argv[1]), sys.argv[2]
sys.exit(0 if is_genuine(sys.stdin.buffer.read(), headers, secret) else 1)`;
const NODE_CHECK = `import { isGenuine } from "./verify-webhook.mjs";
import { text } from "node:stream/consumers";
const [, headers, secret] = process.argv;
process.exit(isGenuine(await text(process.stdin), JSON.parse(headers), secret) ? 0 : 1);`;

/** Returns whether an example accepts a message as genuine. */
async function isAccepted(program: string, args: string[], body: string, env = {}): Promise<boolean> {
  const child = spawn(program, args, {
    cwd: EXAMPLES_DIR,
    env: { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  child.stdin.end(body);
  const [code] = (await once(child, "close")) as [number];
  return code === 0;
}

test.each(["node", "python3", "bash"])(
  "the %s example accepts only genuine webhook messages",
  async (language) => {
    const body = '{"type":"webhook.test","data":{"title":"Mér “é”"}}';
    const query = (at: Date, sent: string) => {
      const signature = new Webhook(WEBHOOK_SIGNING_SECRET).sign("msg_1", at, body);
      const sentAt = String(Math.floor(at.getTime() / 1000));
      const headers = JSON.stringify({
        "webhook-id": "msg_1",
        "webhook-timestamp": sentAt,
        // While a secret is being rotated, messages have signatures with both secrets.
        "webhook-signature": `v1,bm90IHRoaXMgb25l ${signature}`,
      });
      if (language === "bash")
        return isAccepted("bash", ["verify-webhook.sh", "msg_1", sentAt, `v1,x ${signature}`], sent, {
          WEBHOOK_SECRET: WEBHOOK_SIGNING_SECRET,
        });
      if (language === "python3")
        return isAccepted("python3", ["-c", PYTHON_CHECK, headers, WEBHOOK_SIGNING_SECRET], sent);
      return isAccepted(
        process.execPath,
        ["--input-type=module", "-e", NODE_CHECK, headers, WEBHOOK_SIGNING_SECRET],
        sent,
      );
    };
    const now = new Date();
    expect(await query(now, body)).toBe(true);
    expect(await query(now, `${body} `)).toBe(false);
    expect(await query(new Date(now.getTime() - 600_000), body)).toBe(false);
  },
);
