import { ARRIVAL_FILES_MAX_COUNT } from "@shoal/contract";
import { expect, test } from "vitest";
import { checkFiles, listFiles } from "./arrival-checker.ts";
import type { RemoteArchive } from "./remote-archive.ts";
import { archiveOf, type Entry } from "./testing/archive-of.ts";

const UUID = "7f1c2b34-0000-4000-8000-000000000001";
/** Checks an archive. @returns why it is refused, or "taken". */
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
    return "taken";
  } catch (error) {
    return (error as Error).message;
  }
}

const FILM: Entry = { path: `media/${UUID}/original`, bytes: Buffer.from("a film".repeat(300)) };
const CATEGORY = { uuid: UUID, name: "Sea" };
const LINES: Entry = {
  path: "data/categories/00001.ndjson",
  bytes: Buffer.from(`${JSON.stringify(CATEGORY)}\n`),
};
const TEAMS = "data/teams/00001.ndjson";
const TEAM = {
  uuid: UUID,
  name: "Crew",
  description: "",
  owner_uuid: null,
  owner_name: "ada",
  created_at: "2026-11-30T02:35:06.726861+00:00",
};
const GOOD = archiveOf([LINES, FILM]);
const listedAs = (path: string) => archiveOf([{ ...FILM, path: "x", listed: { path } }]);

test.each<[string, Buffer, string]>([
  ["whole", GOOD, "taken"],
  ["empty", Buffer.alloc(0), "not_an_archive"],
  ["no archive", Buffer.from("<html>".repeat(500)), "not_an_archive"],
  ["cut off", GOOD.subarray(0, GOOD.length - 1_500), "truncated"],
  ["cut off in its manifest", GOOD.subarray(0, 600), "truncated: manifest.json"],
  ["longer than it says", Buffer.concat([GOOD, Buffer.alloc(512)]), "not_an_archive"],
  ["of another format", archiveOf([FILM], { format: "shoal-exit-9" }), "other_version: manifest.json"],
  [
    "with another checksum",
    archiveOf([{ ...FILM, listed: { sha256: "0".repeat(64) } }]),
    `checksum_mismatch: ${FILM.path}`,
  ],
  ["with a path upwards", listedAs("media/../../etc/passwd"), "bad_path: media/../../etc/passwd"],
  ["with an absolute path", listedAs("/etc/passwd"), "bad_path: /etc/passwd"],
  ["with the same path twice", archiveOf([FILM, FILM]), `bad_path: ${FILM.path}`],
  [
    "with lines that would fill memory",
    archiveOf([{ ...LINES, listed: { bytes: 8_000_000_000 } }]),
    `too_large: ${LINES.path}`,
  ],
  [
    "with a film that is larger than the archive",
    archiveOf([{ ...FILM, listed: { bytes: 9_000_000_000_000 } }]),
    "truncated",
  ],
  [
    "with a header that contradicts the manifest",
    archiveOf([{ path: "media/other", bytes: FILM.bytes, listed: { path: FILM.path } }]),
    `not_an_archive: ${FILM.path}`,
  ],
  [
    "with lines of another shape",
    archiveOf([{ ...LINES, bytes: Buffer.from('{"uuid":"x"}\n') }]),
    `bad_data: ${LINES.path}`,
  ],
  [
    "with half a character, which no database keeps",
    archiveOf([{ ...LINES, bytes: Buffer.from(`{"uuid":"${UUID}","name":"a\\ud800b"}\n`) }]),
    `bad_data: ${LINES.path}`,
  ],
  ...[
    "+275760-09-13T00:00:00.000Z",
    "-000001-01-01T00:00:00.000Z",
    "0000-01-01T00:00:00Z",
    "Nov 30, 2026",
  ].map((time): [string, Buffer, string] => [
    `with the time ${time}`,
    archiveOf([{ path: TEAMS, bytes: Buffer.from(`${JSON.stringify({ ...TEAM, created_at: time })}\n`) }]),
    `bad_data: ${TEAMS}`,
  ]),
  [
    "with a time as PostgreSQL writes it",
    archiveOf([{ path: TEAMS, bytes: Buffer.from(`${JSON.stringify(TEAM)}\n`) }]),
    "taken",
  ],
  [
    "with a million files",
    archiveOf([], { files: Array.from({ length: 1_000_000 }, () => 0) }),
    "too_many_files: manifest.json",
  ],
  [
    "with one file too many",
    archiveOf([], { files: Array.from({ length: ARRIVAL_FILES_MAX_COUNT + 1 }, () => 0) }),
    "too_many_files: manifest.json",
  ],
])("an archive that is %s", async (_, bytes, verdict) => {
  expect(await verdictOf(bytes)).toBe(verdict);
});
