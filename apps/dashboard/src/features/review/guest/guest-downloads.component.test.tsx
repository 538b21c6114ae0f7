import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { createGuestCall } from "./guest-calls.ts";
import { GuestDownloads } from "./guest-downloads.tsx";

cleanAfterEach();

const downloads = (name: string) => ({
  expiresAt: "2036-01-01T00:00:00.000Z",
  files: [
    {
      id: "v0",
      width: 1280,
      height: 720,
      fps: 25,
      approximateBytes: 1,
      url: `https://edge.example/${name}.mp4`,
    },
  ],
  approximateBundleBytes: 1,
});
const menu = page.getByRole("button", { name: "Download" });
const items = page.getByRole("menuitem");

test("the menu offers only links that were made when it was opened", async () => {
  answer(routes.listGuestDownloads, () => downloads("first"));
  const call = createGuestCall("a token", () => undefined);
  show(<GuestDownloads call={call} guestUuid="guest" number={1} videoUuid="video" />);
  await menu.click();
  await expect.element(items).toHaveAttribute("href", "https://edge.example/first.mp4");
  await userEvent.keyboard("{Escape}");
  await expect.element(items).not.toBeInTheDocument();
  const second = Promise.withResolvers<ReturnType<typeof downloads>>();
  answer(routes.listGuestDownloads, () => second.promise);
  await menu.click();
  await expect.element(page.getByText("Loading…")).toBeVisible();
  expect(items.elements()).toEqual([]);
  second.resolve(downloads("second"));
  await expect.element(items).toHaveAttribute("href", "https://edge.example/second.mp4");
  await userEvent.keyboard("{Escape}");
  await expect.element(items).not.toBeInTheDocument();
  refuse(routes.listGuestDownloads, new Refusal("forbidden"));
  await menu.click();
  await expect.element(page.getByText(/^No downloads yet/)).toBeVisible();
  expect(items.elements()).toEqual([]);
});
