import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { expect, test } from "vitest";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { archivesOf, beginPublishing } from "../support/lives.ts";
import { addTenant } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

/** The time limit for the end of the live. A disconnected publisher has a minute to return, and a busy machine reports the end later. */
const END_TIMEOUT_MS = 180_000;
const browser = useBrowser();

test("a live whose encoder is away for over a minute leaves an archive, is on air again when it returns, and leaves another", async () => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Bell tower", type: "live", keepLive: true } as never,
  });
  const id = { params: { id: uuid } };
  const read = () => user.call(routes.getVideo, id);
  const address = await user.call(routes.getStreamKey, id);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${(await read()).embedUrl}?autoplay=1&muted=1`);

  const first = beginPublishing(address);
  await awaitState(page, "playing");
  first.child.kill("SIGKILL");
  await eventually(async () => expect((await read()).live?.state).toBe("lost"));
  await awaitState(page, "ended", END_TIMEOUT_MS);
  await eventually(
    async () =>
      expect(await archivesOf(user.call, uuid)).toMatchObject([
        { encodingStatus: "encoded", playable: true },
      ]),
    { limitMs: END_TIMEOUT_MS },
  );

  // The live has not been stopped by a user, so the same server and key still accept the encoder.
  expect((await read()).live).toMatchObject({ isOpen: true });
  beginPublishing(address);
  await eventually(async () => expect((await read()).live?.state).toBe("live"));
  await page.reload();
  await awaitState(page, "playing");
  await user.call(routes.stopEncoding, id);
  await eventually(async () =>
    expect(await archivesOf(user.call, uuid)).toMatchObject([
      { encodingStatus: "encoded", playable: true },
      { encodingStatus: "encoded", playable: true },
    ]),
  );
});
