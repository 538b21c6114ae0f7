import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { uploadFile, waitForVideo } from "../../harness/account.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import {
  awaitPlayer,
  type CodedClip,
  makeCodedClip,
  readShownNumber,
  seekByNumber,
} from "../../harness/review/coded-clip.ts";
import { useProjectPeople } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const people = useProjectPeople();

/** Creates a project with this clip as its version, and opens the version's page. */
async function openReview(clip: CodedClip): Promise<{ page: Page; project: string }> {
  const { owner } = people;
  const account = { ...useAdministrator(), ...owner };
  const video = await uploadFile(account, "First cut", await makeCodedClip(clip));
  await waitForVideo(account, video, ({ encodingStatus }) => encodingStatus === "encoded");
  const { uuid: project } = await owner.call(routes.createProject, {
    body: { name: "Harbour film", uuid: video },
  });
  const page = await openAs(browser.context, useAdministrator(), {
    person: owner,
    path: `/vireed/${project}/1`,
  });
  await awaitPlayer(page);
  return { page, project };
}

const expectShownFrame = (page: Page, frame: number) =>
  expect.poll(() => readShownNumber(page), { timeout: 60_000 }).toBe(frame);

test.each([
  ["23.976", "24000/1001", [0, 1, 47, 100, 143, 191]],
  ["59.94", "60000/1001", [0, 1, 59, 240, 301, 479]],
])("at %s frames per second, each requested frame is the one on screen", async (_, rate, frames) => {
  const { page } = await openReview({ rate, durationSec: 8 });
  for (const frame of frames) {
    await seekByNumber(page, frame);
    await expectShownFrame(page, frame);
  }
});

test("keys step by frames, mark a range and play it, and a comment's marker and link lead to its frame", async () => {
  const { owner } = people;
  const { page, project } = await openReview({ rate: "30000/1001", durationSec: 6 });
  await owner.call(routes.createComment, {
    params: { id: project, n: "1" },
    body: { uuid: crypto.randomUUID(), text: "Too dark", frame: 77 },
  });
  await seekByNumber(page, 100);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(".");
  await expectShownFrame(page, 102);
  await page.keyboard.press("i");
  await page.keyboard.press("Shift+ArrowRight");
  await expectShownFrame(page, 132);
  await page.keyboard.press("o");
  await page.getByText("Range: 00:00:03;12 to 00:00:04;12, 31 frames").waitFor();
  // Playback of a range stops at the range's last frame.
  await page.keyboard.press("Space");
  await expectShownFrame(page, 132);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.keyboard.press("j");
  await expectShownFrame(page, 102);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Comment by .* at 00:00:02;17$/ }).click();
  await expectShownFrame(page, 77);
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Write a comment" }).and(page.locator(":focus")).waitFor();

  const linked = await openAs(browser.context, useAdministrator(), {
    person: owner,
    path: `/vireed/${project}/1?frame=151`,
  });
  await awaitPlayer(linked);
  await expectShownFrame(linked, 151);
});
