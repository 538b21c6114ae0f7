import { routes, type VideoView } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import type { EncoderProgram } from "../support/encoders/encoder.ts";
import { publishByRtmp, publishBySrt } from "../support/encoders/gstreamer.ts";
import { publishByObs } from "../support/encoders/obs.ts";
import { archivesOf } from "../support/lives.ts";
import { readShownIn } from "../support/senses.ts";
import { addTenant } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

type PublishAddress = { url: string; streamKey: string; srtUrl: string | null };
type TestColour = "red" | "green" | "blue";
/** Green in OBS's byte order, which is alpha, blue, green and red. */
const OBS_GREEN = 0xff00ff00;

const ENCODER_CASES: [
  name: string,
  colour: TestColour,
  start: (address: PublishAddress) => EncoderProgram | Promise<EncoderProgram>,
][] = [
  ["GStreamer by RTMP", "red", ({ url, streamKey }) => publishByRtmp(`${url}/${streamKey}`, "red")],
  ["GStreamer by SRT", "blue", ({ srtUrl }) => publishBySrt(srtUrl ?? "", "blue")],
  ["OBS", "green", ({ url, streamKey }) => publishByObs({ server: url, key: streamKey }, OBS_GREEN)],
];

const positionOf = (page: Page) => page.evaluate<number>("document.querySelector('video').currentTime");

test.each(ENCODER_CASES)("a live of %s is watched, and kept when it ends", async (_name, colour, start) => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Harbour", type: "live", keepLive: true } as never,
  });
  const id = { params: { id: uuid } };
  const read = () => user.call(routes.getVideo, id);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${(await read()).embedUrl}?autoplay=1&muted=1`);
  await page.getByText("This live is not on air").waitFor();
  const encoder = await start(await user.call(routes.getStreamKey, id));
  try {
    await awaitState(page, "playing");
  } catch (cause) {
    throw new Error(`Nothing came of it: ${encoder.output()}`, { cause });
  }
  const fromSec = await positionOf(page);
  await eventually(async () => expect(await positionOf(page)).toBeGreaterThan(fromSec + 6));
  expect(await readShownIn(page)).toEqual({ colour, hasSound: true });

  // An operator ends the encoder in the same way.
  encoder.child.kill("SIGINT");
  await eventually(async () => expect((await read()).live?.state).toBe("lost"));
  await user.call(routes.stopEncoding, id);
  const archive = await eventually(async () => {
    const archives = await archivesOf(user.call, uuid);
    expect(archives).toMatchObject([{ encodingStatus: "encoded", playable: true }]);
    return archives[0] as VideoView;
  });
  await page.goto(`${archive.embedUrl}?autoplay=1&muted=1`);
  await awaitState(page, "playing");
  await eventually(async () => expect(await positionOf(page)).toBeGreaterThan(2));
  expect(await readShownIn(page)).toEqual({ colour, hasSound: true });
});
