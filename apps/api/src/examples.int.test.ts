import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { freePorts } from "@shoal/testkit";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "./test-api.ts";

const EXAMPLES = join(import.meta.dirname, "../../../docs/examples");
const run = promisify(execFile);

let api: TestApi;
let user: TestUser;
let film: string;
beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
  user = await api.addUser(["manager"]);
  film = join(api.folder, "A “film”, it's & more.mp4");
  // Two chunks.
  await writeFile(film, Buffer.alloc(5_000_001, "0123456789abcdef!"));
});
afterAll(() => api.close());

const environment = () => ({ ...process.env, SHOAL_URL: api.url, SHOAL_KEY: user.credential });

test.each([
  ["bash", "upload.sh"],
  ["python3", "upload.py"],
  [process.execPath, "upload.mjs"],
])("%s uploads a film of two chunks with %s and prints where it plays", async (program, example) => {
  const { stdout } = await run(program, [join(EXAMPLES, example), film], { env: environment() });
  const uuid = stdout.trim().split("/embed/")[1] ?? "";
  const video = await user.call(routes.getVideo, { params: { id: uuid } });
  expect(video).toMatchObject({ title: "A “film”, it's & more.mp4", embedUrl: stdout.trim() });
  expect([video.sizeBytes, video.uploadingPercent]).toEqual([5_000_001, 100]);
});

test("the first upload of the guide uploads, waits for its webhook and prints what embeds the video", async () => {
  const [port] = await freePorts(1);
  const { uuid: id, secret } = await user.call(routes.createWebhook, {
    body: { url: `http://127.0.0.1:${port}/`, events: ["video.playable"] },
  });
  const env = { ...environment(), WEBHOOK_SECRET: secret, PORT: String(port) };
  const example = spawn(process.execPath, [join(EXAMPLES, "first-upload.mjs"), film], { env });
  onTestFinished(() => void example.kill());
  let [said, printed] = ["", ""];
  example.stderr.on("data", (text: Buffer) => (said += text.toString()));
  example.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  const ended = once(example, "close");
  await expect.poll(() => said).toMatch(/Uploaded \S+\n/);
  const uuid = /Uploaded (\S+)/.exec(said)?.[1] ?? "";
  // As when the first pictures are there.
  await api.database.db.updateTable("videos").set({ status: "segmented" }).where("uuid", "=", uuid).execute();
  expect(await ended).toEqual([0, null]);
  expect(printed).toMatch(new RegExp(`^<iframe src="http[^"]+/embed/${uuid}" .*></iframe>\n$`));
  await user.call(routes.deleteWebhook, { params: { id } });
});

const SECRET = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;
const PYTHON = `import json, sys
from verify_webhook import is_genuine
headers, secret = json.loads(sys.argv[1]), sys.argv[2]
sys.exit(0 if is_genuine(sys.stdin.buffer.read(), headers, secret) else 1)`;
const NODE = `import { isGenuine } from "./verify-webhook.mjs";
import { text } from "node:stream/consumers";
const [, headers, secret] = process.argv;
process.exit(isGenuine(await text(process.stdin), JSON.parse(headers), secret) ? 0 : 1);`;

/** Whether an example takes a message for genuine. */
async function isTaken(program: string, args: string[], body: string, env = {}): Promise<boolean> {
  const child = spawn(program, args, {
    cwd: EXAMPLES,
    env: { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  child.stdin.end(body);
  const [code] = (await once(child, "close")) as [number];
  return code === 0;
}

test.each(["node", "python3", "bash"])("%s takes genuine messages of webhooks alone", async (language) => {
  const body = '{"type":"webhook.test","data":{"title":"Mér “é”"}}';
  const ask = (at: Date, sent: string) => {
    const signature = new Webhook(SECRET).sign("msg_1", at, body);
    const sentAt = String(Math.floor(at.getTime() / 1000));
    const headers = JSON.stringify({
      "webhook-id": "msg_1",
      "webhook-timestamp": sentAt,
      // As while the secret is renewed.
      "webhook-signature": `v1,bm90IHRoaXMgb25l ${signature}`,
    });
    if (language === "bash")
      return isTaken("bash", ["verify-webhook.sh", "msg_1", sentAt, `v1,x ${signature}`], sent, {
        WEBHOOK_SECRET: SECRET,
      });
    if (language === "python3") return isTaken("python3", ["-c", PYTHON, headers, SECRET], sent);
    return isTaken(process.execPath, ["--input-type=module", "-e", NODE, headers, SECRET], sent);
  };
  const now = new Date();
  expect(await ask(now, body)).toBe(true);
  expect(await ask(now, `${body} `)).toBe(false);
  expect(await ask(new Date(now.getTime() - 600_000), body)).toBe(false);
});
