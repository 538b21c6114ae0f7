import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { freePorts, H264, makeClipFolder, testPicture } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { SNIPPETS } from "../../apps/dashboard/src/features/docs/snippets.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { openAccount } from "../../harness/account.ts";
import { addPerson, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

/** Settings that allow fetching from private addresses, since the third-party server runs on this machine. */
const OWN_FETCHING = { FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" };
const EXAMPLES_FOLDER = join(REPOSITORY_ROOT, "docs/examples");
/** React's server renderer. It has the same version as the dashboard's React. */
const { renderToStaticMarkup } = createRequire(join(REPOSITORY_ROOT, "apps/dashboard/package.json"))(
  "react-dom/server",
) as { renderToStaticMarkup: (page: unknown) => string };
const MAX_LINES = 20;

let platform: TestPlatform;
let manager: Person;
let apiUrl: string;
let apiKey: string;
const browser = useBrowser();
beforeAll(async () => {
  Object.assign(process.env, OWN_FETCHING);
  platform = await startTestPlatform();
  const admin = await openAccount(platform);
  ({ apiUrl } = admin);
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: "Stranger", type: "platform" },
  });
  manager = await addPerson(admin, uuid, {
    username: "stranger",
    roles: ["manager"],
    email: "s@example.org",
  });
  ({ key: apiKey } = await manager.call(routes.addApiKey, {
    params: { id: uuid },
    body: { type: "full", description: "First upload" },
  }));
});
afterAll(async () => {
  for (const name of Object.keys(OWN_FETCHING)) delete process.env[name];
  await platform?.close();
});

/** Creates an empty project, installs the client with the guide's commands, and adds the guide's programs. */
async function followGuide(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "shoal-guide-"));
  onTestFinished(() => rm(project, { recursive: true }));
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "stranger", private: true }));
  const commands = SNIPPETS.installClient.replaceAll("https://video.example.com", apiUrl);
  await promisify(execFile)("bash", ["-ec", commands], {
    cwd: project,
    // The package must be installable without a registry.
    env: { ...process.env, npm_config_offline: "true" },
  });
  for (const name of ["first-upload.mjs", "verify-webhook.mjs"])
    await cp(join(EXAMPLES_FOLDER, name), join(project, name));
  return project;
}

/** Runs the guide's script, which uploads a video. @returns its output. */
async function runGuide(film: string): Promise<string> {
  const [port] = await freePorts(1);
  const { secret } = await manager.call(routes.createWebhook, {
    body: { url: `http://127.0.0.1:${port}/`, events: ["video.playable"] },
  });
  const project = await followGuide();
  const script = spawn(process.execPath, [join(project, "first-upload.mjs"), film], {
    cwd: project,
    env: {
      ...process.env,
      SHOAL_URL: apiUrl,
      SHOAL_KEY: apiKey,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
  });
  onTestFinished(() => void script.kill());
  let printed = "";
  script.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  expect(await once(script, "close")).toEqual([0, null]);
  return printed;
}

/** Serves a website whose page contains an embed snippet. @returns the page's URL. */
async function serveSite(snippet: string): Promise<string> {
  const server = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>Site</title>${snippet}`),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, "localhost"), "listening");
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

test("the guide's script of 20 lines uploads a video, waits for its webhook and embeds it, as does the Next.js page", async () => {
  const text = await readFile(join(EXAMPLES_FOLDER, "first-upload.mjs"), "utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);

  const clips = await makeClipFolder();
  onTestFinished(clips.dispose);
  const printed = await runGuide(
    await clips.make("harbour.mp4", [...testPicture({ durationSec: 8 }), ...H264]),
  );
  const embedUrl = /^<iframe src="([^"]+)" .*<\/iframe>\n$/.exec(printed)?.[1] ?? "";

  vi.stubEnv("SHOAL_URL", apiUrl);
  vi.stubEnv("SHOAL_KEY", apiKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { default: VideoPage } = (await import(join(EXAMPLES_FOLDER, "embed-next.tsx"))) as {
    default: (props: { params: Promise<{ uuid: string }> }) => Promise<unknown>;
  };
  const uuid = embedUrl.split("/embed/")[1] ?? "";
  const html = renderToStaticMarkup(await VideoPage({ params: Promise.resolve({ uuid }) }));
  expect(html).toContain(`<h1>My first video</h1><iframe src="${embedUrl}" title="My first video"`);

  for (const snippet of [printed, html]) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(await serveSite(snippet));
    const player = page.frameLocator("iframe");
    await player.getByRole("button", { name: "Play", exact: true }).first().click();
    await player.locator("[data-state=playing]").waitFor();
    await page.close();
  }
});
