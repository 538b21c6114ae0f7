import { routes } from "@shoal/contract";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { WindowDock } from "../../components/ui/windows/window-dock.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { answer } from "../../testing/fake-api.ts";
import { sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { LiveWindow } from "./live-window.tsx";

cleanAfterEach();

const WINDOW_STATE = {
  id: "newLive-1",
  kind: "newLive" as const,
  number: 1,
  subject: "",
  isReduced: false,
  isLocked: false,
  isRunning: false,
  isUnsaved: false,
  rank: 1,
};
const chooseOrigin = (origin: string) => page.getByText(origin, { exact: true }).click();
const field = (name: string) => page.getByRole("textbox", { name });
const passwordSwitch = () => page.getByRole("switch", { name: "Ask viewers for a password" });

test("another origin of a new live keeps what was typed, except the password", async () => {
  const sent = answer(routes.createVideo, () => sampleVideo({ type: "live" }));
  show(<LiveWindow window={WINDOW_STATE} onVod={() => undefined} />);
  await field("Title").fill("The regatta");
  await page.getByRole("switch", { name: /^Keep live/ }).click();
  await passwordSwitch().click();
  await page.getByLabelText("Password for viewers").fill("sea-1234");
  await chooseOrigin("URL");
  await expect.element(field("Title")).toHaveValue("The regatta");
  await expect.element(passwordSwitch()).not.toBeChecked();
  await field("Stream URL").fill("rtsp://camera.example.org/1");
  await chooseOrigin("Software");
  await chooseOrigin("URL");
  await page.getByRole("button", { name: "Create live" }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    title: "The regatta",
    url: "rtsp://camera.example.org/1",
    keepLive: false,
  });
  expect(sent[0]?.body).not.toHaveProperty("password");
  const dialog = page.getByRole("dialog", { name: "Live created" });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a new live that was reset closes without a question, also after a change of its origin", async () => {
  onTestFinished(windows.closeAll);
  const Body = () => <LiveWindow window={WINDOW_STATE} onVod={() => undefined} />;
  show(<WindowDock contents={{ newLive: { useTitle: () => "New Live - 1", Body } }} />);
  windows.open("newLive");
  await field("Title").fill("The regatta");
  await page.getByRole("button", { name: "Reset" }).click();
  await chooseOrigin("URL");
  await expect.element(field("Stream URL")).toBeVisible();
  await page.getByRole("button", { name: "Close New Live - 1" }).click();
  await expect.element(field("Stream URL")).not.toBeInTheDocument();
});

test("the form for a camera or a screen returns to its defaults on a reset", async () => {
  show(<LiveWindow window={WINDOW_STATE} onVod={() => undefined} />);
  await chooseOrigin("Camera or screen");
  await field("Title").fill("The regatta");
  const keepSwitch = page.getByRole("switch", { name: /^Keep live/ });
  await keepSwitch.click();
  await expect.element(keepSwitch).not.toBeChecked();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.element(keepSwitch).toBeChecked();
  await expect.element(field("Title")).not.toHaveValue("The regatta");
});

test("the form for a camera or a screen offers qualities, and external streams while the live is recorded", async () => {
  show(<LiveWindow window={WINDOW_STATE} onVod={() => undefined} />);
  await chooseOrigin("Camera or screen");
  const external = page.getByRole("button", { name: "Change: external streams" });
  await expect.element(external).toBeVisible();
  await page.getByRole("switch", { name: /^Keep live/ }).click();
  await page.getByRole("radio", { name: /No delay/ }).click();
  await expect.element(external).not.toBeInTheDocument();
  await page.getByRole("button", { name: /qualities/i }).click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  // A stream recorded by a browser cannot be published unchanged.
  expect(page.getByRole("radio", { name: "Keep the source as it is" }).query()).toBeNull();
});
