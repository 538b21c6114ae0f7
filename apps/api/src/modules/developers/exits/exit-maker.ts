import { createHash } from "node:crypto";
import { EXIT_FORMAT, EXIT_KINDS, type ExitFault, type ExitKind } from "@shoal/contract";
import { chatFileOf } from "@shoal/contract/edge";
import { SegmentIndex } from "@shoal/contract/stored-data";
import { planProgressiveFile, TooManySamples } from "@shoal/media";
import { isDiskFull, type MediaStore, ObjectNotFound } from "@shoal/store";
import type { Insertable } from "kysely";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import { readDays } from "./exit-figures.ts";
import { EXIT_TABLES } from "./exit-kinds.ts";
import { createExitRowsRepository, type ExitMedia } from "./exit-rows.repository.ts";
import { type ClaimedExit, createExitWorkRepository } from "./exits.repository.ts";
import type { ExitFileRow, ExitSpan } from "./exits.table.ts";
import { readFileBytes } from "./read-archive.ts";
import { TAR_END_BYTES, tarEntryBytes } from "./tar.ts";

const LINES_PER_FILE = 1_000;
const FILES_PER_STATEMENT = 1_000;
const RENEW_AFTER_BYTES = 100_000_000;
/** Returns the name of a kind in the archive. */
const nameOf = (kind: ExitKind) => kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Thrown for an error that is reported to managers if it persists. */
export class ExitFailure extends Error {
  readonly fault: ExitFault;
  constructor(fault: ExitFault, cause: unknown) {
    super(`The archive cannot go on: ${fault}`, { cause });
    this.fault = fault;
  }
}
const wrapFault =
  (fault: ExitFault) =>
  (error: unknown): never => {
    throw new ExitFailure(isDiskFull(error) ? "disk_full" : fault, error);
  };

export interface MakingDeps {
  db: Database;
  store: Pick<MediaStore, "findSize" | "read" | "stream">;
  analytics: Pick<Analytics, "query">;
  leaseSec: number;
  isStopped: () => boolean;
  /** Writes further rows in the transaction of a finished archive. */
  alongside: (tx: Tx, claimed: ClaimedExit) => Promise<void>;
}

type NewFile = Pick<ExitFileRow, "kind" | "path" | "size_bytes"> & {
  content: Buffer | null;
  spans: ExitSpan[];
};

/**
 * Creates an archive, continuing where it stopped. It writes all lines and the list of media in one transaction with a snapshot
 * of the database, then computes the checksum of each file, and finally writes the manifest.
 * @returns whether it is ready.
 */
export async function makeExit(claimed: ClaimedExit, deps: MakingDeps): Promise<boolean> {
  if (!claimed.is_listed) await listAll(claimed, deps);
  const work = createExitWorkRepository(deps.db);
  for (;;) {
    const file = await work.findUnchecked(claimed);
    if (!file) break;
    const sha256 = await hashOf(claimed, file, deps);
    if (sha256 === undefined) return false;
    await work.recordChecked(claimed, file.number, sha256);
    await work.recordProgress(claimed);
    if (deps.isStopped() || !(await work.renew(claimed, deps.leaseSec))) return false;
  }
  return finishArchive(claimed, deps);
}

async function listAll(claimed: ClaimedExit, deps: MakingDeps): Promise<void> {
  await deps.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const work = createExitWorkRepository(tx);
      // The manifest is the first file, and is written last.
      let number = 0;
      for await (const file of eachFile(tx, claimed, deps)) {
        number += 1;
        await work.addFiles([buildRow(claimed, number, file)]);
      }
      await work.recordListed(claimed);
    });
}

const buildRow = (
  { uuid, client_uuid }: ClaimedExit,
  number: number,
  { spans, ...file }: NewFile,
): Insertable<ExitFileRow> => ({
  exit_uuid: uuid,
  client_uuid,
  number,
  ...file,
  spans: JSON.stringify(spans),
});

async function* eachFile(
  tx: Tx,
  { client_uuid, snapshot_at }: ClaimedExit,
  deps: MakingDeps,
): AsyncGenerator<NewFile> {
  const rows = createExitRowsRepository(tx, { clientUuid: client_uuid, snapshotAt: snapshot_at });
  const sent: NewFile[] = [];
  for (const kind of EXIT_KINDS) {
    if (kind === "figures") {
      yield* eachPart(kind, figuresOf({ client_uuid, snapshot_at }, deps));
      continue;
    }
    const pages = async function* () {
      for (let after = ""; ; ) {
        const page = await rows.readLines(EXIT_TABLES[kind], after, LINES_PER_FILE);
        if (page.length === 0) return;
        for (const { line } of page) {
          const file = await sentFileOf(kind, line, deps);
          if (file) sent.push(file);
        }
        yield page.map(({ line }) => line);
        after = page.at(-1)?.key ?? after;
      }
    };
    yield* eachPart(kind, pages());
  }
  yield* sent;
  for (let after = ""; ; ) {
    const page = await rows.listMedia(after, LINES_PER_FILE);
    if (page.length === 0) return;
    for (const video of page) yield* mediaOf(video, deps);
    after = page.at(-1)?.uuid ?? after;
  }
}

async function* figuresOf(
  { client_uuid, snapshot_at }: Pick<ClaimedExit, "client_uuid" | "snapshot_at">,
  { analytics }: MakingDeps,
): AsyncGenerator<object[]> {
  const days = readDays(analytics, { clientUuid: client_uuid, until: snapshot_at });
  for (;;) {
    const { done, value } = await days.next().catch(wrapFault("figures_unavailable"));
    if (done) return;
    yield value;
  }
}

/** Yields the lines of a kind in files of a thousand. A kind without lines has one empty file. */
async function* eachPart(kind: ExitKind, pages: AsyncIterable<object[]>): AsyncGenerator<NewFile> {
  let part = 0;
  for await (const lines of pages) {
    part += 1;
    yield lineFile(kind, part, lines);
  }
  if (part === 0) yield lineFile(kind, 1, []);
}

function lineFile(kind: ExitKind, part: number, lines: object[]): NewFile {
  const content = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const path = `data/${nameOf(kind)}/${String(part).padStart(5, "0")}.ndjson`;
  return { kind, path, size_bytes: content.length, content, spans: [] };
}

/** Finds a file sent with a comment or a message; undefined if it no longer exists. */
async function sentFileOf(
  kind: ExitKind,
  line: Record<string, unknown>,
  { store }: MakingDeps,
): Promise<NewFile | undefined> {
  if (kind !== "attachments" && kind !== "messageFiles") return undefined;
  const uuid = String(line.uuid);
  const object = kind === "attachments" ? `attachments/${uuid}/file` : chatFileOf(String(line.object_uuid));
  const size = await store.findSize(object).catch(wrapFault("media_unreadable"));
  const path = `${kind === "attachments" ? "attachments" : "message-files"}/${uuid}`;
  return size === undefined
    ? undefined
    : { kind: `${kind}.file`, path, size_bytes: size, content: null, spans: [[object, 0, size]] };
}

/**
 * Yields a video's original. If there is none, yields the best rendition with all audio tracks, as an MP4 assembled when it is
 * read.
 */
async function* mediaOf(video: ExitMedia, { store }: MakingDeps): AsyncGenerator<NewFile> {
  const size = video.is_whole
    ? await store.findSize(video.source).catch(wrapFault("media_unreadable"))
    : undefined;
  if (size !== undefined) {
    const path = `media/${video.uuid}/original`;
    yield { kind: "original", path, size_bytes: size, content: null, spans: [[video.source, 0, size]] };
    return;
  }
  const pictures = video.tracks.filter(({ kind }) => kind === "video");
  const best = pictures.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))[0];
  if (!best) return;
  const chosen = [best, ...video.tracks.filter(({ kind }) => kind === "audio")];
  try {
    const tracks = await Promise.all(
      chosen.map(async ({ kind, indexObject, language, name }) => {
        const text = Buffer.from(await store.read(indexObject)).toString();
        return { kind, language, name, index: SegmentIndex.parse(JSON.parse(text)) };
      }),
    );
    const { head, spans, sizeBytes } = await planProgressiveFile(tracks, (object, range) =>
      store.read(object, range),
    );
    yield {
      kind: "rendition",
      path: `media/${video.uuid}/rendition.mp4`,
      size_bytes: sizeBytes,
      content: head,
      spans: spans.map(({ object, offset, length }) => [object, offset, length]),
    };
  } catch (error) {
    if (!(error instanceof ObjectNotFound || error instanceof TooManySamples))
      wrapFault("media_unreadable")(error);
  }
}

/** Computes a checksum. @returns null for a file whose media no longer exist, undefined if it was stopped. */
async function hashOf(
  claimed: ClaimedExit,
  file: { size_bytes: number; content: Buffer | null; spans: ExitSpan[] },
  { db, store, leaseSec, isStopped }: MakingDeps,
): Promise<Buffer | null | undefined> {
  const work = createExitWorkRepository(db);
  const hash = createHash("sha256");
  let read = 0;
  let renewedAt = 0;
  try {
    for await (const bytes of readFileBytes(file, { from: 0, to: file.size_bytes }, store)) {
      hash.update(bytes);
      read += bytes.length;
      if (read - renewedAt < RENEW_AFTER_BYTES) continue;
      renewedAt = read;
      if (isStopped() || !(await work.renew(claimed, leaseSec))) return undefined;
    }
  } catch (error) {
    if (error instanceof ObjectNotFound || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    wrapFault("media_unreadable")(error);
  }
  return read === file.size_bytes ? hash.digest() : null;
}

/** Writes the manifest, and the offset of each file in the archive. */
async function finishArchive(claimed: ClaimedExit, { db, alongside }: MakingDeps): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const work = createExitWorkRepository(tx);
    // The export was deleted, or another process has claimed it.
    if (!(await work.lock(claimed))) return false;
    const files = [];
    for (let after = 0; ; ) {
      const page = await work.listFiles(claimed, { after, limit: FILES_PER_STATEMENT });
      if (page.length === 0) break;
      files.push(...page);
      after = page.at(-1)?.number ?? after;
    }
    const kept = files.filter(({ is_missing }) => !is_missing);
    const manifest = Buffer.from(
      `${JSON.stringify(
        {
          format: EXIT_FORMAT,
          client: claimed.client_uuid,
          snapshotAt: claimed.snapshot_at.toISOString(),
          note: "What was created after snapshotAt is not in this archive.",
          files: kept.map(({ path, kind, size_bytes: bytes, sha256 }) => ({
            path,
            kind,
            bytes,
            sha256: sha256?.toString("hex"),
          })),
          missing: files.flatMap(({ path, is_missing }) => (is_missing ? [path] : [])),
        },
        null,
        1,
      )}\n`,
    );
    await work.addFiles([
      {
        ...buildRow(claimed, 0, {
          kind: "manifest",
          path: "manifest.json",
          size_bytes: manifest.length,
          content: manifest,
          spans: [],
        }),
        sha256: createHash("sha256").update(manifest).digest(),
      },
    ]);
    let offset = tarEntryBytes(manifest.length);
    const places = kept.map(({ number, size_bytes }) => {
      const place = { number, offset };
      offset += tarEntryBytes(size_bytes);
      return place;
    });
    await work.setOffsets(claimed, [{ number: 0, offset: 0 }, ...places]);
    await work.recordReady(claimed, offset + TAR_END_BYTES);
    await alongside(tx, claimed);
    return true;
  });
}
