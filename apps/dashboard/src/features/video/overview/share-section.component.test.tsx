import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tabTo } from "../../../testing/by-keyboard.ts";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ShareSection } from "./share-section.tsx";

cleanAfterEach();

test("the iframe code and the link can be copied with their options by keyboard", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  show(<ShareSection video={sampleVideo()} />);
  const copyCode = page.getByRole("button", { name: "Copy iframe code" });
  await tabTo(copyCode);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(copyCode).toHaveFocus();
  await tabTo(page.getByRole("textbox", { name: "Direct link" }));
  await tabTo(page.getByRole("button", { name: "Copy", exact: true }));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => copied.mock.calls.length).toBe(2);
  const [[code], [link]] = copied.mock.calls as [[string], [string]];
  expect(code).toContain('<iframe src="https://play.example/v/video-1');
  expect(link).toContain("https://play.example/v/video-1");
  copied.mockRestore();
});
