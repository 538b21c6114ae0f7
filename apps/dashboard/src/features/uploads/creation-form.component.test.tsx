import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { WindowDock } from "../../components/ui/windows/window-dock.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { CreationForm } from "./creation-form.tsx";
import { uploads } from "./uploads.ts";

cleanAfterEach();
afterEach(() => {
  windows.closeAll();
  return uploads.abandon();
});

const chooseOrigin = (origin: string) => page.getByText(origin, { exact: true }).click();
const field = (name: string) => page.getByRole("textbox", { name });
const passwordSwitch = () => page.getByRole("switch", { name: "Ask viewers for a password" });

test("a change to files and back keeps the address, the title and the options, except the password", async () => {
  show(<CreationForm onLive={() => undefined} onDone={() => undefined} />);
  await chooseOrigin("By URL");
  await field("Video file URL").fill("https://films.example.org/harbour.mp4");
  await field("Title").click();
  await expect.element(field("Title")).toHaveValue("harbour");
  await field("Title").fill("The harbour");
  const autoplay = page.getByRole("switch", { name: /^Autoplay/ });
  await autoplay.click();
  await passwordSwitch().click();
  await page.getByLabelText("Password for viewers").fill("sea-1234");
  await expect.element(page.getByLabelText("Password for viewers")).toHaveValue("sea-1234");
  await chooseOrigin("Files");
  await expect.element(field("Title")).not.toBeInTheDocument();
  await chooseOrigin("By URL");
  await expect.element(field("Title")).toHaveValue("The harbour");
  await expect.element(field("Video file URL")).toHaveValue("https://films.example.org/harbour.mp4");
  await expect.element(autoplay).toBeChecked();
  await expect.element(passwordSwitch()).not.toBeChecked();
});

const newVideos = {
  useTitle: () => "New video(s)",
  Body: () => <CreationForm onLive={() => undefined} onDone={() => undefined} />,
};
const closeWindow = () => page.getByRole("button", { name: "Close New video(s)" }).click();
const question = page.getByRole("dialog", { name: "Close without saving?" });

test("the window asks before it closes with an address that the files hide", async () => {
  show(<WindowDock contents={{ newVideos }} />);
  windows.open("newVideos");
  await chooseOrigin("By URL");
  await field("Video file URL").fill("https://films.example.org/harbour.mp4");
  await chooseOrigin("Files");
  await expect.element(field("Video file URL")).not.toBeInTheDocument();
  await closeWindow();
  await question.getByRole("button", { name: "Cancel" }).click();
  await chooseOrigin("By URL");
  await field("Video file URL").fill("");
  await field("Title").fill("");
  await chooseOrigin("Files");
  await closeWindow();
  await expect.element(page.getByText("Files", { exact: true })).not.toBeInTheDocument();
});

test("the window asks before it closes with files that the form for an address hides", async () => {
  show(<WindowDock contents={{ newVideos }} />);
  windows.open("newVideos");
  await expect.element(page.getByText("Files", { exact: true })).toBeVisible();
  uploads.add([new File(["film"], "harbour.mp4", { type: "video/mp4" })]);
  await chooseOrigin("By URL");
  await closeWindow();
  await expect.element(question).toBeVisible();
});
