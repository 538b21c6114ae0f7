import { TextInput } from "@mantine/core";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { useReportUnsaved } from "../form/unsaved.ts";
import { WindowDock } from "./window-dock.tsx";
import type { WindowContent } from "./window-frame.tsx";
import { windows } from "./windows.ts";

cleanAfterEach();
afterEach(() => {
  windows.lock("newVideos", false);
  windows.closeAll();
});

const newProject: WindowContent = { useTitle: () => "New project", Body: Form };

function Form() {
  const [name, setName] = useState("");
  useReportUnsaved(name !== "");
  return <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = page.getByRole("textbox", { name: "Name" });
const question = page.getByRole("dialog", { name: "Close without saving?" });
const isHeld = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

function openProjectWindow(): void {
  show(<WindowDock contents={{ newProject }} />);
  windows.open("newProject");
}

test("a window asks before it closes once something is entered in its form, and holds the page", async () => {
  openProjectWindow();
  await field.fill("Harbour");
  expect(isHeld()).toBe(true);
  await button("Close New project").click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field).toHaveValue("Harbour");
  await button("Close New project").click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(field).not.toBeInTheDocument();
  expect(isHeld()).toBe(false);
});

test("a window closes at once while nothing is entered, and after what was entered is removed", async () => {
  openProjectWindow();
  await field.fill("Harbour");
  await field.fill("");
  expect(isHeld()).toBe(false);
  await button("Close New project").click();
  await expect.element(field).not.toBeInTheDocument();
});

const newVideos: WindowContent = { useTitle: () => "New video(s)", Body: () => <p>Files</p> };

test("closing all windows asks nothing about a locked one, which stays open", async () => {
  show(<WindowDock contents={{ newProject, newVideos }} />);
  windows.open("newVideos");
  windows.note("newVideos", { isUnsaved: true });
  windows.lock("newVideos", true);
  windows.open("newProject");
  await button("Close all windows").click();
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByText("Files")).toBeInTheDocument();
});

test("closing all windows names a running live and what was entered in another window", async () => {
  show(<WindowDock contents={{ newProject, newVideos }} />);
  windows.open("newVideos");
  windows.note("newVideos", { isRunning: true });
  windows.open("newProject");
  await field.fill("Harbour");
  await button("Close all windows").click();
  const both = page.getByRole("dialog", { name: "A live/preview is currently running" });
  await expect.element(both.getByText(/stops broadcasting.*What you entered will be lost/)).toBeVisible();
});
