import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { findRunning } from "../support/direct-pages.ts";
import { type StandInDevices, standInDevices } from "../support/filming/stand-in-devices.ts";
import { readShownIn, readTonesIn } from "../support/senses.ts";
import { addTenant, type TenantUser } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";
import { toggleControl } from "../support/toggle.ts";

const browser = useBrowser();

const [SCREEN_HZ, VOICE_HZ] = [500, 1_300];
const VOICE_MICROPHONE = { name: "Voice", toneHz: VOICE_HZ };
const PHONE_DEVICES: StandInDevices = {
  cameras: [
    { name: "Front", colour: "red", facing: "user" },
    { name: "Back", colour: "green", facing: "environment" },
  ],
  microphones: [VOICE_MICROPHONE],
};

async function openDashboard(
  user: TenantUser,
  path: string,
  { devices, width = 1_440 }: { devices: StandInDevices; width?: number },
): Promise<Page> {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.addInitScript(standInDevices, devices);
  await page.addInitScript((own) => {
    if (window === window.top) localStorage.setItem("shoal.credential", own);
  }, user.credential);
  await page.goto(`${inject("platform").apiUrl}/#${path}`);
  return page;
}

async function openListener(embedUrl: string | undefined): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${embedUrl}?autoplay=1`);
  await awaitState(page, "playing");
  return page;
}

async function stopCapture(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stop live" }).click();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
}

test("a publisher shares a screen with its audio, mutes only the microphone, and switches the screen during the live", async () => {
  const { user } = await addTenant(["editor"]);
  const devices = { cameras: [], microphones: [VOICE_MICROPHONE], screenHz: SCREEN_HZ };
  const page = await openDashboard(user, "/capture?title=Slides", { devices });
  await page.getByText("Screen", { exact: true }).click();
  await page.getByRole("button", { name: "Choose what to share" }).click();
  await page.getByRole("button", { name: "Start live" }).click();
  const viewer = await openListener((await findRunning(user))?.embedUrl);
  const expectSeen = (colour: string, tones: number[]) =>
    eventually(async () => {
      expect(await readShownIn(viewer)).toMatchObject({ colour });
      expect(await readTonesIn(viewer, [SCREEN_HZ, 900, VOICE_HZ])).toEqual(tones);
    });
  await expectSeen("blue", [SCREEN_HZ, VOICE_HZ]);
  await page.getByRole("button", { name: "Mute my microphone" }).click();
  await expectSeen("blue", [SCREEN_HZ]);
  const other = page.getByRole("button", { name: "Share something else" });
  await other.click();
  await expectSeen("green", [SCREEN_HZ]);
  await page.getByRole("button", { name: "Turn my microphone on" }).click();
  await expectSeen("green", [SCREEN_HZ, VOICE_HZ]);
  // Cancelling the dialog keeps the current source, and shows no error.
  await other.click();
  await eventually(async () => expect(await other.getAttribute("data-loading")).toBeNull());
  expect(await page.getByRole("alert").count()).toBe(0);
  await expectSeen("green", [SCREEN_HZ, VOICE_HZ]);
  await stopCapture(page);
});

test("a publisher without a microphone shares a screen with its audio, and goes live from a camera without audio", async () => {
  const { user } = await addTenant(["editor"]);
  const devices: StandInDevices = { ...PHONE_DEVICES, microphones: [], screenHz: SCREEN_HZ };
  const page = await openDashboard(user, "/capture?title=Mute", { devices });
  await page.getByText("Screen", { exact: true }).click();
  await page.getByRole("button", { name: "Choose what to share" }).click();
  await page.getByRole("button", { name: "Mute sound" }).waitFor();
  await page.getByText("Camera", { exact: true }).click();
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await page.getByText("Without sound.").waitFor();
  await page.getByRole("button", { name: "Start live" }).click();
  const viewer = await openListener((await findRunning(user))?.embedUrl);
  await eventually(async () => expect(await readShownIn(viewer)).toEqual({ colour: "red", hasSound: false }));
  await stopCapture(page);
});

test("a phone switches to its other camera during the live, and a muted publisher stays muted", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/capture?title=Street", { devices: PHONE_DEVICES, width: 390 });
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await page.getByRole("button", { name: "Start live" }).click();
  const viewer = await openListener((await findRunning(user))?.embedUrl);
  const expectSeen = (colour: string, tones: number[]) =>
    eventually(async () => {
      expect(await readShownIn(viewer)).toMatchObject({ colour });
      expect(await readTonesIn(viewer, [VOICE_HZ])).toEqual(tones);
    });
  await expectSeen("red", [VOICE_HZ]);
  await page.getByRole("button", { name: "Mute sound" }).click();
  await expectSeen("red", []);
  await page.getByRole("button", { name: "Back camera" }).click();
  await expectSeen("green", []);
  await page.getByRole("button", { name: "Turn on sound" }).click();
  await expectSeen("green", [VOICE_HZ]);
  await page.getByRole("button", { name: "Front camera" }).click();
  await expectSeen("red", [VOICE_HZ]);
  await stopCapture(page);
});

test("two cameras of one computer are two lives at once", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/videoupload/live", { devices: PHONE_DEVICES });
  const windowOf = (number: number) => page.getByRole("region", { name: `New Live - ${number}` });
  for (const [number, camera] of [
    [1, "Front"],
    [2, "Back"],
  ] as const) {
    if (number > 1) {
      await page.getByRole("button", { name: `Reduce New Live - ${number - 1}` }).click();
      await page.goto(`${inject("platform").apiUrl}/#/videos`);
      await page.goto(`${inject("platform").apiUrl}/#/videoupload/live`);
    }
    const window = windowOf(number);
    await window.getByText("Camera or screen").click();
    await window.getByRole("button", { name: "Turn on camera" }).click();
    await window.getByLabel("Title").fill(camera);
    await window.getByRole("combobox", { name: "Camera" }).click();
    await page.getByRole("option", { name: camera }).click();
    await window.getByRole("button", { name: "Start live" }).click();
  }
  const lives = await eventually(async () => {
    const { _embedded } = await user.call(routes.listVideos, { query: { page: 1 } });
    expect(_embedded.map(({ live }) => live?.state)).toEqual(["live", "live"]);
    return _embedded;
  });
  for (const { title, embedUrl } of lives) {
    const colour = title === "Front" ? "red" : "green";
    const viewer = await openListener(embedUrl);
    await eventually(async () => expect(await readShownIn(viewer)).toMatchObject({ colour }));
  }
});

test("the camera page for embedding names its buttons in words", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/captureWindow", { devices: PHONE_DEVICES });
  await toggleControl(page.getByRole("switch", { name: "Ask viewers for a password" }));
  await page.getByRole("button", { name: "Show password" }).click();
  await page.getByRole("button", { name: "Hide password" }).waitFor();
});
