import { type ApiCall, routes, type VideoView } from "@shoal/contract";
import { eventually, type Publisher, publish } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { awaitState } from "../bench/swarm-viewers.ts";
import { addTenant } from "./support/tenants.ts";
import { useBrowser } from "./support/test-browser.ts";

/** A minute is waited for who is away; a machine that does much else tells so later. */
const AWAY_LIMIT_MS = 180_000;
const browser = useBrowser();

function begin({ url, streamKey }: { url: string; streamKey: string }): Publisher {
  const publisher = publish(`${url}/${streamKey}`, { seconds: 300, isLive: true });
  onTestFinished(async () => {
    publisher.child.kill("SIGKILL");
    await publisher.ended;
  });
  return publisher;
}

async function archivesOf(call: ApiCall, uuid: string): Promise<VideoView[]> {
  const query = { page: 1, filter: { parent: uuid } as never };
  return (await call(routes.listVideos, { query }))._embedded;
}

test("an encoder that stays away for more than a minute leaves an archive; when it is back the live is on air again, and leaves another", async () => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Bell tower", type: "live", keepLive: true } as never,
  });
  const id = { params: { id: uuid } };
  const read = () => user.call(routes.getVideo, id);
  const address = await user.call(routes.getStreamKey, id);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${(await read()).embedUrl}?autoplay=1&muted=1`);

  const first = begin(address);
  await awaitState(page, "playing");
  first.child.kill("SIGKILL");
  await eventually(async () => expect((await read()).live?.state).toBe("lost"));
  await awaitState(page, "ended", AWAY_LIMIT_MS);
  await eventually(
    async () =>
      expect(await archivesOf(user.call, uuid)).toMatchObject([
        { encodingStatus: "encoded", playable: true },
      ]),
    { limitMs: AWAY_LIMIT_MS },
  );

  // Nobody has stopped it: the same server and key let the encoder in.
  expect((await read()).live).toMatchObject({ isOpen: true });
  begin(address);
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
