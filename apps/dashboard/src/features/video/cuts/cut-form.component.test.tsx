import { routes } from "@shoal/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tabTo } from "../../../testing/by-keyboard.ts";
import { answer } from "../../../testing/fake-api.ts";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { CutForm } from "./cut-form.tsx";

cleanAfterEach();

const edgeField = (name: "From" | "To") => page.getByRole("textbox", { name, exact: true });

test("a range can be selected on the timeline or typed, and cut with the keyboard alone", async () => {
  answer(routes.planCut, () => ({ fast: { start: 1, end: 31 } }) as never);
  const sent = answer(routes.cutVideo, () => sampleVideo({ uuid: "cut-1", title: "Nets" }));
  const onEnd = vi.fn();
  show(<CutForm video={sampleVideo()} onEnd={onEnd} />);
  await tabTo(page.getByRole("slider", { name: "From" }));
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(edgeField("From")).toHaveValue("00:02");
  await tabTo(edgeField("To"));
  await userEvent.keyboard("{Control>}a{/Control}0:30");
  await tabTo(page.getByRole("textbox", { name: "Cut version title" }));
  await userEvent.keyboard("Nets");
  await tabTo(page.getByRole("radio", { name: "Accurate" }));
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("radio", { name: "Fast" })).toBeChecked();
  await tabTo(page.getByRole("button", { name: "Cut", exact: true }));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onEnd.mock.calls.length).toBe(1);
  expect(sent.map(({ body }) => body)).toEqual([
    { uuid: "video-1", start: 2, end: 30, transcode: false, title: "Nets" },
  ]);
});
