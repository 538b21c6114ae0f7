import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { startTestApi } from "./test-api.ts";

const EXAMPLES_DIR = join(import.meta.dirname, "../../../docs/examples");
const execFileAsync = promisify(execFile);

test("upload.php uploads a two-chunk file and prints its embed address", async () => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  const user = await api.addUser(["editor"]);
  const film = join(api.folder, "A “film”, it's & more.mp4");
  await writeFile(film, Buffer.alloc(5_000_001, "0123456789abcdef!"));
  const env = { ...process.env, SHOAL_URL: api.url, SHOAL_KEY: user.credential };
  const { stdout } = await execFileAsync("php", [join(EXAMPLES_DIR, "upload.php"), film], { env });
  const uuid = stdout.trim().split("/embed/")[1] ?? "";
  const video = await user.call(routes.getVideo, { params: { id: uuid } });
  expect(video).toMatchObject({
    title: "A “film”, it's & more.mp4",
    sizeBytes: 5_000_001,
    uploadingPercent: 100,
  });
});

const WEBHOOK_SECRET = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;
const PHP_CHECK = `require 'verify-webhook.php';
exit(is_genuine(stream_get_contents(STDIN), json_decode($argv[1], true), $argv[2]) ? 0 : 1);`;

test("the PHP example accepts only genuine webhook messages", async () => {
  const body = '{"type":"webhook.test","data":{"title":"Mér “é”"}}';
  async function isAccepted(at: Date, sent: string): Promise<boolean> {
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": `v1,x ${new Webhook(WEBHOOK_SECRET).sign("msg_1", at, body)}`,
    };
    const child = spawn("php", ["-r", PHP_CHECK, JSON.stringify(headers), WEBHOOK_SECRET], {
      cwd: EXAMPLES_DIR,
    });
    child.stdin.end(sent);
    const [code] = (await once(child, "close")) as [number];
    return code === 0;
  }
  const now = new Date();
  expect(await isAccepted(now, body)).toBe(true);
  expect(await isAccepted(now, `${body} `)).toBe(false);
  expect(await isAccepted(new Date(now.getTime() - 600_000), body)).toBe(false);
});

test("the WordPress snippet writes an iframe for a valid uuid and nothing else", async () => {
  const program = `define('SHOAL_EMBED_URL', 'https://play.example.com');
function esc_url($text) { return htmlspecialchars($text); }
function esc_attr($text) { return htmlspecialchars($text); }
function add_shortcode($name, $callback) {}
require 'embed-wordpress.php';
echo shoal_embed(['uuid' => $argv[1], 'title' => '"><script>']);`;
  const embed = async (uuid: string) =>
    (await execFileAsync("php", ["-r", program, uuid], { cwd: EXAMPLES_DIR })).stdout;
  const uuid = "0d9f4b5e-0000-4000-8000-000000000001";
  const html = await embed(uuid);
  expect(html).toContain(
    `<iframe src="https://play.example.com/embed/${uuid}" title="&quot;&gt;&lt;script&gt;"`,
  );
  expect(await embed("../x")).toBe("");
});
