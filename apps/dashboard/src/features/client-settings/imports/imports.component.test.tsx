import { type ImportRowView, type ImportView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { Imports } from "./imports.tsx";

cleanAfterEach();

const NO_ROWS = { broken: 0, waiting: 0, fetching: 0, imported: 0, failed: 0, present: 0, cancelled: 0 };
const sampleImport = (own: Partial<ImportView> = {}): ImportView => ({
  uuid: "7f1c2b34-0000-4000-8000-000000000001",
  kind: "csv",
  name: "films.csv",
  state: "ready",
  fault: null,
  user: "anna",
  counts: { ...NO_ROWS, waiting: 2, broken: 1 },
  ignoredFields: ["owner"],
  createdAt: "2026-03-04T05:06:07.000Z",
  startedAt: null,
  endedAt: null,
  ...own,
});
const sampleRow = (own: Partial<ImportRowView> = {}): ImportRowView => ({
  number: 2,
  line: 3,
  state: "broken",
  title: "The dunes",
  url: "nowhere",
  tags: [],
  captionCount: 0,
  chapterCount: 0,
  faults: [{ path: "url", reason: "Invalid URL" }],
  video: null,
  encodingStatus: null,
  ...own,
});

function openImports(imports: ImportView[], rows: ImportRowView[] = []) {
  answer(routes.listImports, () => imports);
  answer(routes.listImportRows, () => ({ _embedded: rows, next: null }));
  show(<Imports />);
}
const pressButton = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("a list shows its errors by line and field before it is started", async () => {
  let started = 0;
  openImports([sampleImport()], [sampleRow()]);
  await expect.element(page.getByText("Line 3 · nowhere")).toBeVisible();
  await expect.element(page.getByText("url Invalid URL")).toBeVisible();
  await expect.element(page.getByText("These fields are not used: owner")).toBeVisible();
  answer(routes.startImport, () => {
    started += 1;
    return sampleImport({ state: "running" });
  });
  await pressButton("Import 2 videos");
  await expect.poll(() => started).toBe(1);
});

test("a paused import shows the reason and can be resumed", async () => {
  openImports([
    sampleImport({ state: "paused", fault: "budget_reached", startedAt: "2026-03-04T05:06:07.000Z" }),
  ]);
  await expect.element(page.getByText(/This month’s budget is used up/)).toBeVisible();
  refuse(routes.startImport, new Refusal("import_not_open"));
  await pressButton("Resume");
  await expect
    .element(page.getByText("This is not possible in the current state of the import."))
    .toBeVisible();
});

test("without imports, an example of a list is shown", async () => {
  openImports([]);
  await expect.element(page.getByText("No imports yet.")).toBeVisible();
  await pressButton("List format");
  await expect.element(page.getByText(/https:\/\/media.example.org\/harbour.mp4/)).toBeVisible();
});

test("importing a channel lists its videos, and faults are shown at their fields", async () => {
  const asked: unknown[] = [];
  openImports([]);
  await page.getByRole("combobox", { name: "Where are the videos?" }).click();
  await page.getByRole("option", { name: "PeerTube channel" }).click();
  const field = page.getByRole("textbox", { name: "Channel URL" });
  await field.fill("https://video.example.org/");
  await pressButton("List videos");
  await expect.element(page.getByText(/^Enter a channel URL/)).toBeVisible();
  refuse(
    routes.createImportFromSource,
    new Refusal("import_source_refused", [{ path: "channel", reason: "is not an existing channel" }]),
  );
  await field.fill(" https://video.example.org/c/films ");
  await pressButton("List videos");
  await expect.element(page.getByText(/is not an existing channel/)).toBeVisible();
  answer(routes.createImportFromSource, ({ body }) => {
    asked.push(body);
    return sampleImport({ kind: "peertube", state: "reading" });
  });
  await pressButton("List videos");
  await expect
    .poll(() => asked)
    .toEqual([{ kind: "peertube", channel: "https://video.example.org/c/films" }]);
  await expect.element(field).toHaveValue("");
});

test("a channel's list shows what has been imported and what will be missing", async () => {
  openImports(
    [sampleImport({ kind: "peertube", ignoredFields: [], counts: { ...NO_ROWS, waiting: 1, present: 1 } })],
    [sampleRow({ state: "present", faults: [], video: "7f1c2b34-0000-4000-8000-000000000009" })],
  );
  await expect.element(page.getByText(/PeerTube channel · 2 videos · 1 already in library/)).toBeVisible();
  await expect.element(page.getByText(/^Not imported: views/)).toBeVisible();
  await expect.element(page.getByText("No. 3 · nowhere")).toBeVisible();
});

test("an incomplete or rejected key pair is reported at its field, whose input stays hidden", async () => {
  const asked: unknown[] = [];
  openImports([]);
  await page.getByRole("combobox", { name: "Where are the videos?" }).click();
  await page.getByRole("option", { name: "S3 bucket" }).click();
  await page.getByRole("textbox", { name: "Bucket", exact: true }).fill("films");
  await page.getByRole("textbox", { name: "Access key ID (optional)" }).fill("AKIDEXAMPLE");
  await pressButton("List videos");
  await expect
    .element(page.getByText("Enter the secret access key that belongs to the access key ID."))
    .toBeVisible();
  const secret = page.getByLabelText("Secret access key", { exact: true });
  await secret.fill("of the sea");
  await expect.element(secret).toHaveAttribute("type", "password");
  await pressButton("List videos");
  await expect
    .element(page.getByText("Enter the secret access key that belongs to the access key ID."))
    .toBeVisible();
  await secret.fill("s3cret");
  refuse(
    routes.createImportFromSource,
    new Refusal("import_source_refused", [{ path: "region", reason: "is not the region of this bucket" }]),
  );
  await pressButton("List videos");
  await expect.element(page.getByText(/is not the region of this bucket/)).toBeVisible();
  await page.getByRole("textbox", { name: "Region" }).fill("eu-west-3");
  answer(routes.createImportFromSource, ({ body }) => {
    asked.push(body);
    return sampleImport({ kind: "s3", state: "reading" });
  });
  await pressButton("List videos");
  await expect
    .poll(() => asked)
    .toEqual([
      {
        kind: "s3",
        bucket: "films",
        prefix: "",
        region: "eu-west-3",
        accessKeyId: "AKIDEXAMPLE",
        secretAccessKey: "s3cret",
      },
    ]);
  await expect.element(secret).toHaveValue("");
});

test.each([
  [
    "Vimeo account",
    ["Access token"],
    /developer\.vimeo\.com/,
    { kind: "vimeo", accessToken: "of Access token" },
  ],
  [
    "Mux environment",
    ["Token ID", "Token secret"],
    /dashboard\.mux\.com/,
    { kind: "mux", tokenId: "of Token ID", tokenSecret: "of Token secret" },
  ],
] as const)("%s explains where to find its token, and sends it", async (name, fields, hint, body) => {
  const asked: unknown[] = [];
  openImports([]);
  await page.getByRole("combobox", { name: "Where are the videos?" }).click();
  await page.getByRole("option", { name }).click();
  await expect.element(page.getByText(hint)).toBeVisible();
  await pressButton("List videos");
  await expect.element(page.getByText(/^Enter the /).first()).toBeVisible();
  for (const field of fields)
    await page.getByLabelText(field, { exact: true }).fill(`of ${field}`.replaceAll(" ", "-"));
  answer(routes.createImportFromSource, (call) => {
    asked.push(call.body);
    return sampleImport({ kind: body.kind, state: "reading" });
  });
  await pressButton("List videos");
  await expect
    .poll(() => asked)
    .toEqual([
      Object.fromEntries(Object.entries(body).map(([key, value]) => [key, value.replaceAll(" ", "-")])),
    ]);
});

test("the forms of all services fit the width of a phone", async () => {
  await page.viewport(390, 844);
  openImports([]);
  for (const name of ["S3 bucket", "Vimeo account", "Mux environment", "PeerTube channel"]) {
    await page.getByRole("combobox", { name: "Where are the videos?" }).click();
    await page.getByRole("option", { name }).click();
    await expect.element(page.getByRole("form", { name })).toBeVisible();
    expect(document.documentElement.scrollWidth, name).toBeLessThanOrEqual(390);
  }
  await page.viewport(1280, 800);
});
