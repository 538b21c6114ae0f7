import { routes, type VideoView } from "@shoal/contract";
import {
  CLOCK_LAYOUT,
  type ClockWindow,
  endPublisher,
  eventually,
  publish,
  publishClock,
  readClock,
} from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { archivesOf } from "../support/lives.ts";
import { addTenant, type TenantUser } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

const FRAME_SIZE = { width: 640, height: 360 };
/** The seconds to watch. Afterwards the player has left the first segment. */
const WATCH_DURATION_SEC = 8;
/** OBS's default settings, but with a smaller frame. */
const OBS_ARGS = ["-preset", "veryfast", "-bf", "2", "-g", "100", "-profile:v", "high"];

const videoIn = (page: Page) =>
  page.evaluate(() => {
    const { currentTime, videoWidth, videoHeight } = document.querySelector("video") as HTMLVideoElement;
    return { currentTime, videoWidth, videoHeight };
  });

async function openViewer(embedUrl: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(readClock, CLOCK_LAYOUT);
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  return page;
}

async function openPassthrough(user: TenantUser) {
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Harbour", type: "live", keepLive: true, encoding: "passthrough" } as never,
  });
  const id = { params: { id: uuid } };
  const { url, streamKey } = await user.call(routes.getStreamKey, id);
  return { id, uuid, publishUrl: `${url}/${streamKey}` };
}

async function awaitProgress(page: Page): Promise<void> {
  await awaitState(page, "playing");
  const { currentTime: fromSec } = await videoIn(page);
  await eventually(async () =>
    expect((await videoIn(page)).currentTime).toBeGreaterThan(fromSec + WATCH_DURATION_SEC),
  );
}

async function endAndFindArchive(user: TenantUser, uuid: string): Promise<VideoView> {
  await user.call(routes.stopEncoding, { params: { id: uuid } });
  return eventually(async () => {
    const archives = await archivesOf(user.call, uuid);
    expect(archives).toMatchObject([{ encodingStatus: "encoded", playable: true }]);
    return archives[0] as VideoView;
  });
}

test("a passthrough live has the publisher's own video, on air and in its archive", async () => {
  const { user } = await addTenant(["editor"]);
  const { id, uuid, publishUrl } = await openPassthrough(user);
  const page = await openViewer((await user.call(routes.getVideo, id)).embedUrl);
  await page.getByText("This live is not on air").waitFor();
  const publisher = publishClock(publishUrl, FRAME_SIZE);
  await awaitProgress(page);
  const clocksIn = (watched: Page) =>
    watched.evaluate(() => (window as unknown as ClockWindow).drainFrames().length);
  expect(await videoIn(page)).toMatchObject({ videoWidth: FRAME_SIZE.width, videoHeight: FRAME_SIZE.height });
  expect(await clocksIn(page)).toBeGreaterThan(WATCH_DURATION_SEC * 10);
  await endPublisher(publisher);
  const archive = await endAndFindArchive(user, uuid);
  const later = await openViewer(archive.embedUrl);
  await awaitProgress(later);
  expect(await videoIn(later)).toMatchObject({
    videoWidth: FRAME_SIZE.width,
    videoHeight: FRAME_SIZE.height,
  });
  expect(await clocksIn(later)).toBeGreaterThan(WATCH_DURATION_SEC * 10);
});

test("a passthrough live with B-frames plays, is kept and can be cut", async () => {
  const { user } = await addTenant(["editor"]);
  const { id, uuid, publishUrl } = await openPassthrough(user);
  const publisher = publish(publishUrl, { seconds: 300, isLive: true, encoding: OBS_ARGS });
  await eventually(async () => expect((await user.call(routes.getVideo, id)).live?.state).toBe("live"));
  const page = await openViewer((await user.call(routes.getVideo, id)).embedUrl);
  await awaitProgress(page);
  await endPublisher(publisher);
  const archive = await endAndFindArchive(user, uuid);
  await awaitProgress(await openViewer(archive.embedUrl));
  const cut = await user.call(routes.cutVideo, {
    body: { uuid: archive.uuid, start: 2.7, end: 6.3 } as never,
  });
  await eventually(async () => {
    const seen = await user.call(routes.getVideo, { params: { id: cut.uuid } });
    expect(seen).toMatchObject({ encodingStatus: "encoded", inAndOutOrigin: archive.uuid });
  });
  const piece = await openViewer((await user.call(routes.getVideo, { params: { id: cut.uuid } })).embedUrl);
  await awaitState(piece, "playing");
});
