import { routes } from "@shoal/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { UrlForm } from "./url-form.tsx";

cleanAfterEach();

const field = (name: string) => page.getByRole("textbox", { name });
const submitForm = () => page.getByRole("button", { name: "Fetch video" }).click();

test("an invalid URL, a playlist and a missing title are rejected without sending anything", async () => {
  const sent = answer(routes.createVideo, () => sampleVideo());
  show(<UrlForm onDone={() => undefined} onDirty={() => undefined} />);
  await field("Video file URL").fill("harbour");
  await submitForm();
  await expect.element(field("Video file URL")).toHaveAttribute("aria-invalid", "true");
  await expect.element(field("Title")).toHaveAttribute("aria-invalid", "true");
  await field("Video file URL").fill("https://films.example.org/live/master.m3u8");
  await field("Title").fill("Harbour");
  await submitForm();
  await expect.element(field("Video file URL")).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
});

test("the title is preset from the file name, and the video is created with it", async () => {
  const sent = answer(routes.createVideo, () => sampleVideo({ title: "herring run" }));
  const onDone = vi.fn();
  show(<UrlForm onDone={onDone} onDirty={() => undefined} />);
  await field("Video file URL").fill("https://films.example.org/herring run.mp4");
  await field("Title").click();
  await expect.element(field("Title")).toHaveValue("herring run");
  await submitForm();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    url: "https://films.example.org/herring run.mp4",
    title: "herring run",
  });
});

test("a URL that the server must not fetch is reported at its field", async () => {
  refuse(routes.createVideo, new Refusal("bad_request", [{ path: "url", reason: "is a private address" }]));
  show(<UrlForm onDone={() => undefined} onDirty={() => undefined} />);
  await field("Video file URL").fill("http://192.168.1.7/a.mp4");
  await field("Title").fill("Private");
  await submitForm();
  await expect.element(field("Video file URL")).toHaveAttribute("aria-invalid", "true");
});
