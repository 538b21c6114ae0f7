import { MAX_ARRIVAL_FILES } from "@shoal/contract";
import { expect, test } from "vitest";
import { checkFiles, listFiles } from "./arrival-checker.ts";
import type { RemoteArchive } from "./remote-archive.ts";
import { type ArchiveEntry, archiveOf } from "./testing/archive-of.ts";

const CATEGORY_UUID = "7f1c2b34-0000-4000-8000-000000000001";
/** Checks an archive. @returns why it is rejected, or "accepted". */
async function verdictOf(bytes: Buffer): Promise<string> {
  const archive: RemoteArchive = {
    sizeBytes: bytes.length,
    etag: null,
    async *read(from, to) {
      for (let at = from; at < to; at += 700) yield bytes.subarray(at, Math.min(to, at + 700));
    },
  };
  try {
    const files = await listFiles(archive);
    expect(await checkFiles(archive, files, { from: 0, onBytes: async () => true })).toBe(true);
    return "accepted";
  } catch (error) {
    return (error as Error).message;
  }
}

const FILM_ENTRY: ArchiveEntry = {
  path: `media/${CATEGORY_UUID}/original`,
  bytes: Buffer.from("a film".repeat(300)),
};
const CATEGORY = { uuid: CATEGORY_UUID, name: "Sea" };
const CATEGORY_ENTRY: ArchiveEntry = {
  path: "data/categories/00001.ndjson",
  bytes: Buffer.from(`${JSON.stringify(CATEGORY)}\n`),
};
const TEAMS_PATH = "data/teams/00001.ndjson";
const TEAM_LINE = {
  uuid: CATEGORY_UUID,
  name: "Crew",
  description: "",
  owner_uuid: null,
  owner_name: "ada",
  created_at: "2026-11-30T02:35:06.726861+00:00",
};
const VALID_ARCHIVE = archiveOf([CATEGORY_ENTRY, FILM_ENTRY]);
const archiveListedAs = (path: string) => archiveOf([{ ...FILM_ENTRY, path: "x", listed: { path } }]);

test.each<[string, Buffer, string]>([
  ["complete", VALID_ARCHIVE, "accepted"],
  ["empty", Buffer.alloc(0), "not_an_archive"],
  ["another kind of file", Buffer.from("<html>".repeat(500)), "not_an_archive"],
  ["truncated", VALID_ARCHIVE.subarray(0, VALID_ARCHIVE.length - 1_500), "truncated"],
  ["truncated within its manifest", VALID_ARCHIVE.subarray(0, 600), "truncated: manifest.json"],
  ["longer than its manifest states", Buffer.concat([VALID_ARCHIVE, Buffer.alloc(512)]), "not_an_archive"],
  [
    "written in another format",
    archiveOf([FILM_ENTRY], { format: "shoal-exit-9" }),
    "other_version: manifest.json",
  ],
  [
    "listed with another checksum",
    archiveOf([{ ...FILM_ENTRY, listed: { sha256: "0".repeat(64) } }]),
    `checksum_mismatch: ${FILM_ENTRY.path}`,
  ],
  [
    "listed with a path to a parent folder",
    archiveListedAs("media/../../etc/passwd"),
    "bad_path: media/../../etc/passwd",
  ],
  ["listed with an absolute path", archiveListedAs("/etc/passwd"), "bad_path: /etc/passwd"],
  ["listed with the same path twice", archiveOf([FILM_ENTRY, FILM_ENTRY]), `bad_path: ${FILM_ENTRY.path}`],
  [
    "listed with lines that would fill the memory",
    archiveOf([{ ...CATEGORY_ENTRY, listed: { bytes: 8_000_000_000 } }]),
    `too_large: ${CATEGORY_ENTRY.path}`,
  ],
  [
    "listed with a film that is larger than the archive",
    archiveOf([{ ...FILM_ENTRY, listed: { bytes: 9_000_000_000_000 } }]),
    "truncated",
  ],
  [
    "written with a header that contradicts the manifest",
    archiveOf([{ path: "media/other", bytes: FILM_ENTRY.bytes, listed: { path: FILM_ENTRY.path } }]),
    `not_an_archive: ${FILM_ENTRY.path}`,
  ],
  [
    "written with lines of another shape",
    archiveOf([{ ...CATEGORY_ENTRY, bytes: Buffer.from('{"uuid":"x"}\n') }]),
    `bad_data: ${CATEGORY_ENTRY.path}`,
  ],
  [
    "written with half a surrogate pair, which no database stores",
    archiveOf([
      { ...CATEGORY_ENTRY, bytes: Buffer.from(`{"uuid":"${CATEGORY_UUID}","name":"a\\ud800b"}\n`) },
    ]),
    `bad_data: ${CATEGORY_ENTRY.path}`,
  ],
  ...[
    "+275760-09-13T00:00:00.000Z",
    "-000001-01-01T00:00:00.000Z",
    "0000-01-01T00:00:00Z",
    "Nov 30, 2026",
  ].map((time): [string, Buffer, string] => [
    `written with the time ${time}`,
    archiveOf([
      { path: TEAMS_PATH, bytes: Buffer.from(`${JSON.stringify({ ...TEAM_LINE, created_at: time })}\n`) },
    ]),
    `bad_data: ${TEAMS_PATH}`,
  ]),
  [
    "written with a time in PostgreSQL's format",
    archiveOf([{ path: TEAMS_PATH, bytes: Buffer.from(`${JSON.stringify(TEAM_LINE)}\n`) }]),
    "accepted",
  ],
  [
    "listed with a million files",
    archiveOf([], { files: Array.from({ length: 1_000_000 }, () => 0) }),
    "too_many_files: manifest.json",
  ],
  [
    "listed with one file too many",
    archiveOf([], { files: Array.from({ length: MAX_ARRIVAL_FILES + 1 }, () => 0) }),
    "too_many_files: manifest.json",
  ],
])("an archive that is %s gets the expected verdict", async (_, bytes, verdict) => {
  expect(await verdictOf(bytes)).toBe(verdict);
});
