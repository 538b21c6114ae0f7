import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApiClient, routes } from "@shoal/contract";
import { eventually, freePorts, H264, makeClipFolder, testPicture } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { addPerson } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { npmFolderOf } from "../../scripts/build/npm-packages.ts";
import { useBrowser } from "../support/test-browser.ts";

/** The packages that the new project installs: Next.js, and the packages that its build requires for pages in TypeScript. */
const PROJECT_PACKAGES = [
  "next@16.4.6",
  "react@19.3.1",
  "react-dom@19.3.1",
  "typescript@5.9.3",
  "@types/react@19.3.0",
  "@types/node@24.19.2",
];
const LAYOUT_SOURCE = `import type { ReactNode } from "react";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;
const BUILD_TIMEOUT_MS = 300_000;

const execFileAsync = promisify(execFile);
const browser = useBrowser();
let platform: TestPlatform;
/** The account of the website's owner, whose API key is used for calls and uploads. */
let owner: Account;
beforeAll(async () => {
  platform = await startTestPlatform();
  const admin = await openAccount(platform);
  const { apiUrl } = admin;
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: "Next", type: "platform" },
  });
  const manager = await addPerson(admin, uuid, {
    username: "next",
    roles: ["manager"],
    email: "next@example.org",
  });
  const { key } = await manager.call(routes.addApiKey, {
    params: { id: uuid },
    body: { type: "full", description: "Site" },
  });
  owner = { apiUrl, credential: key, call: createApiClient({ baseUrl: apiUrl, credential: () => key }) };
});
afterAll(() => platform?.close());

/** Creates a Next.js project whose only page is the example. @returns its folder. */
async function makeProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "shoal-next-"));
  onTestFinished(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));
  const page = join(project, "app/videos/[uuid]");
  await mkdir(page, { recursive: true });
  await cp(join(REPOSITORY_ROOT, "docs/examples/embed-next.tsx"), join(page, "page.tsx"));
  await writeFile(join(project, "app/layout.tsx"), LAYOUT_SOURCE);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "site", private: true }));
  const here = { cwd: project };
  const { stdout } = await execFileAsync(
    "npm",
    ["pack", "--pack-destination", project, npmFolderOf("client")],
    here,
  );
  const tarball = `./${stdout.trim().split("\n").at(-1)}`;
  await execFileAsync("npm", ["install", "--no-audit", "--no-fund", ...PROJECT_PACKAGES, tarball], here);
  return project;
}

/** Runs a command of Next.js in a project, without the environment variables of the tests. */
function startNext(project: string, args: string[], env: Record<string, string> = {}) {
  const { NODE_ENV: _, ...own } = process.env;
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", ...args], {
    cwd: project,
    env: { ...own, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...env },
    timeout: BUILD_TIMEOUT_MS,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (printed += text.toString()));
  return { child, ended: once(child, "close"), printed: () => printed };
}

test("the guide's Next.js page type-checks with the packed client and embeds a video that plays", async () => {
  const project = await makeProject();
  // The build runs without the URL and the key, because they stay on the server.
  const build = startNext(project, ["build"]);
  expect(await build.ended, build.printed()).toEqual([0, null]);

  const clips = await makeClipFolder();
  onTestFinished(clips.dispose);
  const film = await clips.make("harbour.mp4", [...testPicture({ durationSec: 8 }), ...H264]);
  const uuid = await uploadFile(owner, "Harbour", await readFile(film));
  const { embedUrl } = await waitForVideo(owner, uuid, ({ playable }) => playable);

  const [port] = await freePorts(1);
  const { child, ended, printed } = startNext(project, ["start", "--port", String(port)], {
    SHOAL_URL: owner.apiUrl,
    SHOAL_KEY: owner.credential,
  });
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const url = `http://localhost:${port}/videos/${uuid}`;
  const answer = await eventually(() => fetch(url), { what: "Next.js" });
  expect(answer.status, printed()).toBe(200);
  const html = await answer.text();
  expect(html).toContain(`<h1>Harbour</h1><iframe src="${embedUrl}" title="Harbour"`);
  expect(html).not.toContain(owner.credential);

  const page = await browser.context.newPage();
  await page.goto(url);
  const player = page.frameLocator("iframe");
  // The video starts automatically. It is so short that it may already have ended.
  await player.locator("[data-state=playing], [data-state=ended]").first().waitFor();
});
