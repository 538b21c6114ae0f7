import { type NavigateFunction, useNavigate } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { openDialog } from "./dialogs.tsx";
import { promptPassword } from "./password-prompt.tsx";
import { useClosingByBack } from "./use-closing-by-back.ts";

cleanAfterEach();

let navigate: NavigateFunction;

function Page() {
  useClosingByBack();
  navigate = useNavigate();
  return <p>A page</p>;
}

/** Renders a page that was opened from another page, so that Back leads to the other page. */
async function openPage() {
  const { address } = show(<Page />, { path: "/videos/1" });
  await expect.element(page.getByText("A page")).toBeVisible();
  await navigate("/videos/2");
  await expect.poll(address).toBe("/videos/2");
  return address;
}

const dialog = (name: string) => page.getByRole("dialog", { name });

test("Back closes all dialogs of the page that it leaves", async () => {
  const address = await openPage();
  await openDialog({ title: "Teams", children: "All teams" });
  await openDialog({ title: "Delete the team?", children: "Its members lose access" });
  await expect.element(dialog("Delete the team?")).toBeVisible();
  await navigate(-1);
  await expect.poll(address).toBe("/videos/1");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a dialog that only its own buttons close stays after Back", async () => {
  const address = await openPage();
  const close = await openDialog({ title: "Your key", isHeld: true, children: "Shown only once" });
  await navigate(-1);
  await expect.poll(address).toBe("/videos/1");
  await expect.element(dialog("Your key")).toBeVisible();
  close();
});

test("a dialog stays when the page moves on by itself", async () => {
  const address = await openPage();
  const close = await openDialog({ title: "Live created", children: "Start your encoder" });
  await navigate("/videos/3");
  await expect.poll(address).toBe("/videos/3");
  await expect.element(dialog("Live created")).toBeVisible();
  close();
});

test("Back closes the dialogs of a page whose address was typed, as the previous one was", async () => {
  const { address } = show(<Page />, { path: "/videos/2", previousPath: "/videos/1" });
  await expect.element(page.getByText("A page")).toBeVisible();
  await openDialog({ title: "Teams", children: "All teams" });
  await expect.element(dialog("Teams")).toBeVisible();
  await navigate(-1);
  await expect.poll(address).toBe("/videos/1");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a dialog that concerns the next page stays after Back", async () => {
  const address = await openPage();
  const close = await openDialog({ title: "Live finished", outlivesPage: true, children: "It is kept" });
  await navigate(-1);
  await expect.poll(address).toBe("/videos/1");
  await expect.element(dialog("Live finished")).toBeVisible();
  close();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a dialog in which something was entered stays after Back, and asks before it closes", async () => {
  const address = await openPage();
  promptPassword({
    title: "Turn it off?",
    text: "It is needed",
    confirm: "Turn off",
    run: async () => undefined,
  });
  await dialog("Turn it off?").getByLabelText("Current password").fill("harbour-4");
  await navigate(-1);
  await expect.poll(address).toBe("/videos/1");
  await dialog("Turn it off?").getByRole("button", { name: "Close" }).click();
  await dialog("Close without saving?").getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
