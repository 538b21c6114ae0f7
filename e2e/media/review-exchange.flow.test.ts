import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type OpenDatabase, openDatabase } from "../../apps/api/src/platform/database.ts";
import { uploadFile, waitForVideo } from "../../harness/account.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import { CODE_POSITIONS, makeCodedClip, numberOfCode } from "../../harness/review/coded-clip.ts";
import { renderPdf } from "../support/pdf-page.ts";
import { addTenant, type TenantUser, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
let database: OpenDatabase;
let owner: TenantUser;
let videoUuid: string;
beforeAll(async () => {
  database = openDatabase(inject("platform").databaseUrl, 2);
  const tenant = await addTenant(["manager"]);
  await database.db.updateTable("clients").set({ vireed: true }).where("uuid", "=", tenant.uuid).execute();
  owner = tenant.user;
  const account = { ...useAdministrator(), ...owner };
  videoUuid = await uploadFile(account, "Cut", await makeCodedClip({ rate: "30000/1001", durationSec: 6 }));
  await waitForVideo(account, videoUuid, ({ encodingStatus }) => encodingStatus === "encoded");
});
afterAll(() => database?.close());

const DRAWING_COLOUR = "#ff0000";
const DRAWN_FRAME = 137;

async function createTestProject(name: string): Promise<string> {
  const { uuid } = await owner.call(routes.createProject, { body: { name, uuid: videoUuid } });
  return uuid;
}

/** Creates a project with three comments: one with a drawing and a reply, a team-only comment on a range, and one on the whole version. */
async function createReviewedProject(): Promise<string> {
  const id = await createTestProject("Harbour film");
  const params = { id, n: 1 };
  const shape = {
    kind: "rectangle",
    from: [0.25, 0.5],
    to: [0.75, 0.9],
    color: DRAWING_COLOUR,
    size: 0.04,
  } as const;
  const write = (body: object) =>
    owner.call(routes.createComment, {
      params,
      body: { uuid: crypto.randomUUID(), text: "", ...body },
    });
  const drawn = await write({ frame: DRAWN_FRAME, text: "Éclaircir ici", drawing: { shapes: [shape] } });
  await write({ parent: drawn.uuid, text: "Done" });
  await write({ frame: 10, endFrame: 39, text: "Too loud", isInternal: true });
  await write({ text: "Good cut" });
  return id;
}

const openPage = (project: string) =>
  openAs(browser.context, useAdministrator(), { person: owner, path: `/vireed/${project}/1` });
const listVersionComments = async (id: string) =>
  (await owner.call(routes.listComments, { params: { id, n: 1 }, query: {} })).comments;

async function chooseMenuItem(page: Page, item: "Export comments" | "Import comments") {
  await page.getByRole("button", { name: "Export or import comments" }).click();
  await page.getByRole("menuitem", { name: item }).click();
  return page.getByRole("dialog", { name: item });
}

async function exportComments(page: Page, format: string): Promise<Download> {
  const dialog = await chooseMenuItem(page, "Export comments");
  await dialog.getByLabel("Format").selectOption({ label: format });
  expect(await findBarriers(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  await dialog.waitFor({ state: "detached" });
  return download;
}

async function importComments(page: Page, download: Download) {
  const dialog = await chooseMenuItem(page, "Import comments");
  const name = download.suggestedFilename();
  const file = { name, mimeType: "text/plain", buffer: await readFile(await download.path()) };
  await dialog.locator('input[type="file"]').setInputFiles(file);
  return dialog;
}

test("comments are exported to a file and imported into another project after a preview, without duplicates", async () => {
  const page = await openPage(await createReviewedProject());
  const csv = await exportComments(page, "Table (CSV)");
  expect(csv.suggestedFilename()).toBe("Harbour film v1.csv");
  const edl = await exportComments(page, "Locators (EDL)");
  const other = await createTestProject("Conform");
  const target = await openPage(other);
  const dialog = await importComments(target, csv);
  await dialog.getByText("4 to add · 0 already added · 0 rejected").waitFor();
  expect(await findBarriers(target)).toEqual([]);
  expect(await listVersionComments(other)).toEqual([]);
  await dialog.getByRole("button", { name: "Import 4 comments" }).click();
  await dialog.waitFor({ state: "detached" });
  await target.getByText("Too loud").waitFor();
  const brought = await listVersionComments(other);
  expect(brought.map(({ text, frame, endFrame, isInternal }) => [text, frame, endFrame, isInternal])).toEqual(
    [
      ["Good cut", null, null, false],
      ["Too loud", 10, 39, true],
      ["Éclaircir ici", DRAWN_FRAME, null, false],
      ["Done", DRAWN_FRAME, null, false],
    ],
  );
  // The same comments, imported in another format, are recognised by their markers.
  const again = await importComments(target, edl);
  await again.getByText("0 to add · 4 already added · 0 rejected").waitFor();
  expect(await again.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
  expect(await listVersionComments(other)).toHaveLength(4);
});

test("the PDF shows the exact frame of a comment with its drawing in place", async () => {
  const project = await createReviewedProject();
  const internal = (await listVersionComments(project)).find(({ isInternal }) => isInternal);
  // The comment with the drawing is now the first one, so its picture also comes first.
  await owner.call(routes.deleteComment, { params: { id: internal?.uuid ?? "" } });
  const page = await openPage(project);
  const download = await exportComments(page, "Document with pictures (PDF)");
  expect(download.suggestedFilename()).toBe("Harbour film v1.pdf");
  const bytes = await readFile(await download.path());
  const beside = [0.1, 0.7] as const;
  const edge = [0.25, 0.7] as const;
  const inside = [0.5, 0.7] as const;
  const { text, colors } = await renderPdf(browser.context, bytes, [...CODE_POSITIONS, edge, beside, inside]);
  expect(text).toContain("00:00:04;17");
  expect(text).toContain("Éclaircir ici");
  const [onEdge, ...others] = colors.slice(CODE_POSITIONS.length);
  expect(numberOfCode(colors.slice(0, CODE_POSITIONS.length))).toBe(DRAWN_FRAME);
  expect(onEdge).toEqual([255, 0, 0]);
  for (const color of others) for (const value of color) expect(Math.abs(value - 128)).toBeLessThan(20);
});
