import { type ArrivalView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ArchiveImports } from "./arrivals.tsx";

cleanAfterEach();

const sampleArrival = (own: Partial<ArrivalView> = {}): ArrivalView => ({
  uuid: "7f1c2b34-0000-4000-8000-000000000001",
  state: "done",
  fault: null,
  faultPath: null,
  user: "anna",
  fileName: null,
  uploadedBytes: 0,
  checkedBytes: 3_000_000_000,
  sizeBytes: 3_000_000_000,
  videoCount: 3,
  arrivedCount: 3,
  fileCount: 3,
  report: null,
  createdAt: "2026-03-04T05:06:07.000Z",
  endedAt: "2026-03-04T06:06:07.000Z",
  ...own,
});
const REPORT: NonNullable<ArrivalView["report"]> = {
  taken: {
    videos: 3,
    collections: 0,
    configs: 1,
    links: 0,
    teams: 0,
    projects: 0,
    comments: 0,
    rooms: 0,
    messages: 0,
  },
  notTaken: { alreadyHere: 0, lives: 2, sceneLists: 0, withoutFile: 0, people: 1, rooms: 0 },
  dropped: { comments: 2 },
  closedCount: 1,
  hasBakedRules: true,
};
function openImports(arrivals: ArrivalView[]) {
  answer(routes.listArrivals, () => arrivals);
  show(<ArchiveImports />);
}
const linkField = () => page.getByRole("textbox", { name: "Archive download link" });
const pressButton = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("an archive is imported from its link, and the progress of its check is shown", async () => {
  const arrivals: ArrivalView[] = [];
  openImports(arrivals);
  await expect.element(page.getByText("No archives imported yet.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Import archive" })).toBeDisabled();
  const sent: unknown[] = [];
  answer(routes.createArrival, ({ body }) => {
    sent.push(body);
    const arrival = sampleArrival({ state: "checking", checkedBytes: 750_000_000, endedAt: null });
    arrivals.push(arrival);
    return arrival;
  });
  await linkField().fill(" https://shoal.example/api/exits/archive/key ");
  await pressButton("Import archive");
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  expect(sent).toEqual([{ url: "https://shoal.example/api/exits/archive/key" }]);
  await expect.element(page.getByText("You can import one archive at a time.")).toBeVisible();
});

test("the report of an import lists what was imported, what was not, and the protected videos", async () => {
  openImports([sampleArrival({ report: REPORT })]);
  for (const text of [
    "Imported: 3 videos",
    "Imported: 1 config",
    "Not imported: 2 lives",
    /^1 user has no account here/,
    "Not imported: 2 entries of data/comments that refer to items missing from the archive",
  ])
    await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText(/^1 video was protected by a password/)).toBeVisible();
  await expect.element(page.getByText(/^This account already has videos or rules/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /embed codes/ })).toBeVisible();
  expect(page.getByText("Imported: 0", { exact: false }).elements()).toEqual([]);
});

test("a rejected archive names the reason and the file, and that nothing was imported", async () => {
  openImports([
    sampleArrival({ state: "failed", fault: "checksum_mismatch", faultPath: "media/1/original" }),
  ]);
  await expect.element(page.getByText(/does not match its checksum/)).toBeVisible();
  await expect.element(page.getByText("File: media/1/original")).toBeVisible();
  await expect.element(page.getByText("Nothing was imported.")).toBeVisible();
  refuse(routes.createArrival, new Refusal("arrivals_too_many"));
  await linkField().fill("https://shoal.example/a");
  await pressButton("Import archive");
  await expect.element(page.getByText(/An archive is already being imported/)).toBeVisible();
});

test("a failed list is reported and can be reloaded", async () => {
  refuse(routes.listArrivals, new Refusal("forbidden"));
  show(<ArchiveImports />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.listArrivals, () => []);
  await page.getByRole("button", { name: /try again/i }).click();
  await expect.element(page.getByText("No archives imported yet.")).toBeVisible();
});

const UPLOAD_SOURCE = { uuid: sampleArrival().uuid, size: 10, chunkSize: 5_000_000, chunkCount: 1 };
const archiveFile = (name = "lagoon.tar") => new File(["an archive"], name);

async function chooseArchive(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("There is no field for a file");
  await userEvent.upload(input, file);
}

async function chooseFile(): Promise<void> {
  await page.getByRole("combobox", { name: "Source" }).click();
  await page.getByRole("option", { name: "File on this computer" }).click();
  await expect.element(page.getByRole("button", { name: "Archive file" })).toBeVisible();
  await chooseArchive(archiveFile());
  await pressButton("Import archive");
}

test("an archive on disk is uploaded in chunks with checksums and then checked", async () => {
  const arrivals: ArrivalView[] = [];
  openImports(arrivals);
  const announced = answer(routes.createArrivalUpload, () => ({ ...UPLOAD_SOURCE, received: [] }));
  const sent = answer(routes.uploadArrivalChunk, () => {
    arrivals.push(
      sampleArrival({ state: "checking", checkedBytes: 0, endedAt: null, fileName: "lagoon.tar" }),
    );
    return { received: 1, chunkCount: 1, isComplete: true };
  });
  await chooseFile();
  await expect.element(page.getByText("Checking")).toBeVisible();
  expect(announced).toMatchObject([
    {
      body: {
        originalname: "lagoon.tar",
        size: 10,
        fingerprint: expect.stringMatching(/^lagoon\.tar\|10\|\d+$/),
      },
    },
  ]);
  expect(sent.map(({ params }) => params)).toEqual([{ id: UPLOAD_SOURCE.uuid, chunkNumber: "0" }]);
});

test("a rejected upload shows the reason and can be removed", async () => {
  openImports([]);
  refuse(routes.createArrivalUpload, new Refusal("disk_low"));
  await chooseFile();
  await expect.element(page.getByText(/storage is almost full/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await pressButton("Cancel upload");
  await pressButton("Delete upload");
  await expect.element(page.getByText("No archives imported yet.")).toBeVisible();
});

test("an abandoned upload resumes with the same file, and rejects any other", async () => {
  const left = sampleArrival({
    state: "uploading",
    fileName: "lagoon.tar",
    sizeBytes: 10,
    uploadedBytes: 5,
    endedAt: null,
  });
  const arrivals = [left];
  openImports(arrivals);
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  await chooseArchive(archiveFile("reef.tar"));
  await expect.element(page.getByText("“reef.tar” is a different file.")).toBeVisible();
  answer(routes.createArrivalUpload, () => ({
    ...UPLOAD_SOURCE,
    received: [[0, 1] satisfies [number, number]],
  }));
  answer(routes.listArrivals, () => [sampleArrival({ ...left, state: "taking" })]);
  await chooseArchive(archiveFile());
  await expect.element(page.getByText("Importing")).toBeVisible();
});
