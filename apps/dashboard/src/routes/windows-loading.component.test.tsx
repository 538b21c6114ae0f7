import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { windows } from "../components/ui/windows/windows.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { Shell } from "./shell.tsx";

cleanAfterEach();
afterEach(() => windows.closeAll());

// The test is in a separate file, because the code of windows is loaded only once per file.
test("progress is shown from the click on “New video(s)” until the window is there", async () => {
  show(<Shell />, { path: "/videos" });
  await expect.element(page.getByRole("main")).toBeInTheDocument();
  windows.open("newVideos");
  await expect.poll(() => document.querySelector("[hidden][data-loading]")).not.toBeNull();
  await expect.element(page.getByRole("region", { name: "New Video(s)" })).toBeVisible();
  await expect.poll(() => document.querySelector("[hidden][data-loading]")).toBeNull();
});
