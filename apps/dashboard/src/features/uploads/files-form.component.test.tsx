import { routes } from "@shoal/contract";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tabTo } from "../../testing/by-keyboard.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { FilesForm } from "./files-form.tsx";
import { uploads } from "./uploads.ts";

cleanAfterEach();
afterEach(() => uploads.abandon());

test("files can be chosen and uploaded with the keyboard", async () => {
  answer(routes.findUploads, () => []);
  const made = refuse(routes.createVideos, new Refusal("free_tier_exceeded"));
  show(<FilesForm />);
  // The first match is the drop area; the second is the hidden input inside it, which has the same label.
  await tabTo(page.getByLabelText("Choose video files").first());
  let opened = 0;
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  // The dialog belongs to the operating system, and tests cannot operate it.
  input?.addEventListener("click", (event) => {
    event.preventDefault();
    opened += 1;
  });
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => opened).toBe(1);
  uploads.add([new File(["film"], "harbour.mp4", { type: "video/mp4" })]);
  await expect.element(page.getByRole("textbox", { name: /harbour\.mp4/ })).toBeVisible();
  await tabTo(page.getByRole("button", { name: "Start", exact: true }));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => made.length).toBe(1);
});
