import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { routes, type VideoView } from "@shoal/contract";
import { eventually, publish } from "@shoal/testkit";
import { expect, test } from "vitest";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import { openAs } from "../../harness/people.ts";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { archivesOf } from "../support/lives.ts";
import { addTenant, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

test("a kept live becomes an archive when it ends, which plays at once and can be cut like any video", async () => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Council", type: "live", keepLive: true } as never,
  });
  const id = { params: { id: uuid } };
  const address = await user.call(routes.getStreamKey, id);
  const liveOf = async () => (await user.call(routes.getVideo, id)).live;
  const byRtmp = { url: `${address.url}/${address.streamKey}`, seconds: 8, encoding: [] };
  const bySrt = { url: address.srtUrl ?? "", seconds: 6, encoding: ["-f", "mpegts"] };
  for (const { url, ...sent } of [byRtmp, bySrt]) {
    // A publisher that returns within a minute continues the same archive, whichever protocol it uses.
    await publish(url, { ...sent, isLive: true }).ended;
    await eventually(async () => expect(await liveOf()).toMatchObject({ state: "lost", isSignedOff: true }));
  }
  await user.call(routes.stopEncoding, id);
  const archive = await eventually(async () => {
    const archives = await archivesOf(user.call, uuid);
    expect(archives).toMatchObject([{ encodingStatus: "encoded", playable: true }]);
    return archives[0] as VideoView;
  });
  expect(archive).toMatchObject({ archive: true, archiveLive: uuid, type: "vod", inAndOutOrigin: null });
  expect(archive.duration).toBeGreaterThan(12);
  expect(await user.call(routes.getVideo, id)).toMatchObject({ archivesFromLiveSize: 1 });
  const input = ["-v", "error", "-i", String(archive.manifest.hls), "-map", "0:v:0", "-map", "0:a:0"];
  const { stderr } = await promisify(execFile)("ffmpeg", [...input, "-f", "null", "-"], {
    timeout: HANG_TIMEOUT_MS,
  });
  expect(stderr).toBe("");
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${archive.embedUrl}?autoplay=1&muted=1&t=5`);
  await awaitState(page, "playing");
  // The cut spans the time in which the publisher was disconnected.
  await eventually(async () =>
    expect(await page.evaluate<number>("document.querySelector('video').currentTime")).toBeGreaterThan(9),
  );
  await eventually(async () => {
    const seen = await user.call(routes.getVideo, { params: { id: archive.uuid } });
    expect(seen.manifest.thumbnail).not.toBeNull();
  });
  const cut = await user.call(routes.cutVideo, {
    body: { uuid: archive.uuid, start: 2.7, end: 6.3 } as never,
  });
  await eventually(async () => {
    const seen = await user.call(routes.getVideo, { params: { id: cut.uuid } });
    expect(seen).toMatchObject({ encodingStatus: "encoded", inAndOutOrigin: archive.uuid });
    // Both ends of the cut lie between key frames and inside parts of the live's segments.
    expect(seen.duration).toBeCloseTo(3.6, 1);
  });

  // In the library the archive nests under its live, and its cuts nest under the archive.
  const library = await openAs(browser.context, useAdministrator(), {
    person: user,
    path: "/videos?nested=1",
  });
  await library.getByText("1 video", { exact: true }).waitFor();
  await library.getByRole("article", { name: "Council" }).getByText("Live with archives").waitFor();
  await library.getByRole("button", { name: "1 recording of “Council”" }).click();
  await library.getByRole("link", { name: archive.title, exact: true }).waitFor();
  await library.getByRole("button", { name: `1 cut version of “${archive.title}”` }).click();
  await library.getByRole("link", { name: cut.title, exact: true }).waitFor();
  await library.goto(library.url().replace("?nested=1", ""));
  await library.getByText("3 videos", { exact: true }).waitFor();
  const cardOf = (title: string) => library.getByRole("article", { name: title, exact: true });
  await cardOf(archive.title).getByText("Archive with cuts").waitFor();
  await cardOf(cut.title).getByText("Cut version").waitFor();
});
