import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { beginPublishing } from "../support/lives.ts";
import { addTenant } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

const positionOf = (page: Page) => page.evaluate<number>("document.querySelector('video').currentTime");
async function awaitPlayed(page: Page, seconds: number): Promise<void> {
  const fromSec = await positionOf(page);
  await eventually(async () => expect(await positionOf(page)).toBeGreaterThan(fromSec + seconds));
}

/** Holds playlists back until the test releases them. The last parts and the end then arrive together, as in slow players. */
async function delayPlaylists(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(/\/index\.m3u8\?_HLS_msn/, async (route) => {
    count += 1;
    await promise;
    await route.continue();
  });
  await eventually(() => expect(count).toBeGreaterThan(1));
  return resolve;
}

test("a live plays for waiting viewers once an encoder publishes, survives a reconnection, and ends when its owner stops it", async () => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Harbour cam", type: "live", liveToKeepDuration: 60 } as never,
  });
  const id = { params: { id: uuid } };
  const read = () => user.call(routes.getVideo, id);
  const address = await user.call(routes.getStreamKey, id);
  const { embedUrl } = await read();

  const page = await (await browser.newContext()).newPage();
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  await page.getByText("This live is not on air").waitFor();
  const first = beginPublishing(address);
  await awaitState(page, "playing");
  await eventually(async () => {
    expect(await read()).toMatchObject({ encodingStatus: "encoding", live: { state: "live" } });
  });
  await awaitPlayed(page, 2);

  // A cut of the last minutes becomes a video while the live continues.
  const clip = await user.call(routes.clipLive, { ...id, body: { seconds: 5 } });
  const clipped = await eventually(async () => {
    const seen = await user.call(routes.getVideo, { params: { id: clip.uuid } });
    expect(seen).toMatchObject({ archiveLive: uuid, encodingStatus: "encoded", playable: true });
    return seen;
  });
  await promisify(execFile)("ffmpeg", ["-v", "error", "-i", String(clipped.manifest.hls), "-f", "null", "-"]);

  // The encoder loses its connection and returns. The viewer's page is not reloaded.
  first.child.kill("SIGKILL");
  await eventually(async () =>
    expect((await read()).live).toMatchObject({ state: "lost", isSignedOff: false }),
  );
  const second = beginPublishing(address);
  await eventually(async () => expect((await read()).live?.state).toBe("live"));
  await awaitPlayed(page, 2);

  const letGo = await delayPlaylists(page);
  await user.call(routes.stopEncoding, id);
  await eventually(async () => {
    expect(await read()).toMatchObject({
      encodingStatus: "stopped",
      live: { state: "ended", isOpen: false },
    });
  });
  expect((await second.ended).code).not.toBe(0);
  letGo();
  await awaitState(page, "ended");
  const refused = await beginPublishing(address).ended;
  expect(refused.stderr).toContain("This live was stopped");
  // A viewer who opens the page later is told that the live has ended, and sees it restart.
  await page.reload();
  await page.getByText("This live has ended").waitFor();
  await user.call(routes.restartEncoding, id);
  beginPublishing(address);
  await awaitState(page, "playing");
});
