import { type ProjectView, type ReviewLinkView, routes, type VersionView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ReviewLinks } from "./review-links.tsx";

cleanAfterEach();

const PROJECT_UUID = "7f1c2b34-0000-4000-8000-000000000001";
const LINK_UUID = "7f1c2b34-0000-4000-8000-0000000000a1";

const sampleLink = (own: Partial<ReviewLinkView> = {}): ReviewLinkView => ({
  uuid: LINK_UUID,
  label: "Client review",
  state: "active",
  url: "https://shoal.example.org/#/review/a-key",
  isOn: true,
  asksEmail: false,
  hasPassword: true,
  endsAt: null,
  version: null,
  mayComment: true,
  mayDownload: false,
  hasWatermark: true,
  createdBy: "anna",
  createdAt: "2026-03-04T05:06:07.000Z",
  lastUsedAt: null,
  guestCount: 2,
  revision: 3,
  ...own,
});

function openLinks(links: ReviewLinkView[], role: ProjectView["role"] = "editor") {
  answer(routes.getProject, () => ({ uuid: PROJECT_UUID, role, status: "open" }) as ProjectView);
  answer(routes.listVersions, () => []);
  answer(routes.listReviewLinks, () => links);
  show(<ReviewLinks id={PROJECT_UUID} />);
}

const pressButton = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("each link tells what it shows, what guests may do, and how it was used", async () => {
  openLinks([
    sampleLink(),
    sampleLink({ uuid: `${LINK_UUID.slice(0, -1)}2`, label: "", state: "off", isOn: false, version: 2 }),
  ]);
  const textOf = (place: number) => page.getByRole("listitem").nth(place).element().textContent;
  await expect.element(page.getByText("Client review")).toBeVisible();
  for (const text of ["Always the newest version", "No end date", "2 guests", "Never used", "Can comment"])
    expect(textOf(0)).toContain(text);
  for (const text of ["Watermark", "Password", "Active"]) expect(textOf(0)).toContain(text);
  for (const text of ["Off", "Version 2 only"]) expect(textOf(1)).toContain(text);
});

test("users who may not manage links cannot create or edit them", async () => {
  openLinks([sampleLink()], "viewer");
  await expect.element(page.getByText("Client review")).toBeVisible();
  expect(page.getByRole("button", { name: "New link" }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: /More actions/ }).elements()).toEqual([]);
});

test("an end in the past is rejected at its field, and a valid link is created as entered", async () => {
  openLinks([]);
  const sent = answer(routes.createReviewLink, () => sampleLink());
  await pressButton("New link");
  await page.getByRole("textbox", { name: "Name" }).fill("Client review");
  await page.getByRole("checkbox", { name: "Download the video" }).click();
  await page.getByRole("textbox", { name: "End date" }).fill("01/01/2020 10:00");
  await pressButton("Create link");
  await expect.element(page.getByText("Enter a date in the future")).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("textbox", { name: "End date" }).fill("");
  await pressButton("Create link");
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toEqual({
    label: "Client review",
    version: null,
    mayComment: true,
    mayDownload: true,
    hasWatermark: false,
    asksEmail: false,
    endsAt: null,
    password: null,
  });
});

test("a password is kept unless it is changed or removed", async () => {
  openLinks([sampleLink()]);
  const sent = answer(routes.updateReviewLink, () => sampleLink());
  const edit = async () => {
    await pressButton("More actions for “Client review”");
    await page.getByRole("menuitem", { name: "Edit" }).click();
  };
  await edit();
  await pressButton("Save");
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).not.toHaveProperty("password");
  await edit();
  await page.getByRole("radio", { name: "Remove password" }).click();
  await pressButton("Save");
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.body).toMatchObject({ password: null, revision: 3 });
});

test("versions that failed to load are reported and can be loaded again", async () => {
  openLinks([]);
  refuse(routes.listVersions, new Refusal("project_not_found"));
  await pressButton("New link");
  await expect.element(page.getByRole("alert").getByText("Version", { exact: true })).toBeVisible();
  answer(routes.listVersions, () => [{ number: 2 } as VersionView]);
  await pressButton("Try again");
  await expect.element(page.getByRole("combobox", { name: "Version" })).toBeEnabled();
  await expect.element(page.getByRole("option", { name: "Version 2 only" })).toBeInTheDocument();
  await pressButton("Cancel");
});

test("a link is revoked after a confirmation", async () => {
  openLinks([sampleLink()]);
  const revoked = answer(routes.deleteReviewLink, () => undefined);
  await pressButton("More actions for “Client review”");
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await expect.element(page.getByText(/Guests lose access within seconds/)).toBeVisible();
  expect(revoked).toEqual([]);
  await pressButton("Revoke link");
  await expect.poll(() => revoked.length).toBe(1);
});
