import { createHash, type Hash } from "node:crypto";
import { AppError, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { chatFileOf } from "@shoal/contract/edge";
import { writeCaptionsFile } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import { isRefusedData } from "../../../platform/refused-data.ts";
import { type Actor, findActorOfUser } from "../../accounts/auth/index.ts";
import type { CaptionsService } from "../../media/captions/index.ts";
import type { UploadsService } from "../../media/uploads/index.ts";
import { bodyOf, type ListedFile } from "./archive-format.ts";
import { type CheckedReferences, checkReferences } from "./archive-references.ts";
import { checkFiles, listFiles, readAllLines } from "./arrival-checker.ts";
import { ArchiveUnavailable, ArrivalRefused } from "./arrival-refused.ts";
import {
  type ClaimedArrival,
  createArrivalWorkRepository,
  type NextArrivalFile,
} from "./arrivals.repository.ts";
import { createImportedRowsRepository } from "./arrived-rows.repository.ts";
import { type ArrivedUuids, assignUuids } from "./arrived-uuids.ts";
import { type RemoteArchive, readAll } from "./remote-archive.ts";
import { writeArrived } from "./write-arrived.ts";

const RENEW_AFTER_BYTES = 50_000_000;
/** The limits that end with the month, or when a manager raises them. */
const PAUSING_CODES = ["free_tier_exceeded", "budget_reached"] as const;

export interface LoadDeps {
  db: Database;
  store: Pick<MediaStore, "put">;
  uploads: Pick<UploadsService, "createVideos" | "storeChunk" | "getUpload">;
  captions: Pick<CaptionsService, "addCaptions">;
  leaseSec: number;
  isStopped: () => boolean;
}

/**
 * Loads an archive, continuing where it stopped. First all of it is checked, then everything except files is written in one
 * transaction, and finally the files are copied one by one, like uploads.
 * @throws ArrivalRefused, ArchiveUnavailable.
 */
export async function loadArrival(
  claimed: ClaimedArrival,
  open: () => Promise<RemoteArchive>,
  deps: LoadDeps,
): Promise<void> {
  const work = createArrivalWorkRepository(deps.db);
  const actor =
    claimed.user_uuid === null
      ? undefined
      : await findActorOfUser(deps.db, { userUuid: claimed.user_uuid, clientUuid: claimed.client_uuid });
  if (!actor) throw new ArrivalRefused("user_gone");
  const archive = await open();
  if (claimed.state === "checking") {
    await work.recordFound(claimed, archive);
    const files = await listFiles(archive);
    if (!(await checkArchive(claimed, archive, files, deps))) return;
    const checked = checkReferences(await readAllLines(archive, files), files);
    await writeLines(claimed, actor, checked, files, deps);
  }
  for (;;) {
    const next = await work.findNext(claimed);
    if (!next) break;
    const isWhole =
      next.kind === "video"
        ? await loadVideo(claimed, actor, archive, next, deps)
        : await loadSentFile(archive, next, deps);
    if (!isWhole) return;
    await work.recordArrived(claimed, next.number);
    await work.keepWaiting(claimed);
    if (deps.isStopped() || !(await work.renew(claimed, deps.leaseSec))) return;
  }
  await work.recordEnded(claimed, { state: "done" });
}

/**
 * Checks the files, starting with the first unchecked one.
 * @returns false if the check was stopped.
 */
async function checkArchive(
  claimed: ClaimedArrival,
  archive: RemoteArchive,
  files: readonly ListedFile[],
  { db, leaseSec, isStopped }: LoadDeps,
): Promise<boolean> {
  const work = createArrivalWorkRepository(db);
  let renewedAt = claimed.checked_bytes;
  const isWhole = await checkFiles(archive, files, {
    from: claimed.checked_bytes,
    async onBytes(place) {
      if (place - renewedAt < RENEW_AFTER_BYTES) return !isStopped();
      renewedAt = place;
      // Only complete files count, because the process that continues reads the current one again.
      const done = files.findLast((file) => bodyOf(file).to <= place);
      await work.recordChecked(claimed, done ? bodyOf(done).to : 0);
      return !isStopped() && (await work.renew(claimed, leaseSec));
    },
  });
  if (isWhole) await work.recordChecked(claimed, archive.sizeBytes);
  return isWhole;
}

/** Writes the lines. @throws ArrivalRefused, also for rows that the database rejects, such as two teams with the same uuid. */
async function writeLines(...all: Parameters<typeof writeOnce>): Promise<void> {
  try {
    await writeOnce(...all);
  } catch (first) {
    if (!isRefusedData(first)) throw first;
    // The second attempt sees what was created concurrently, such as a team with the same name.
    await writeOnce(...all).catch((error: unknown) => {
      throw isRefusedData(error) ? new ArrivalRefused("bad_data") : error;
    });
  }
}

async function writeOnce(
  claimed: ClaimedArrival,
  actor: Actor,
  { lines, dropped }: CheckedReferences,
  files: readonly ListedFile[],
  { db, uploads }: LoadDeps,
): Promise<void> {
  const media = new Map(files.flatMap((file) => (file.folder === "media" ? [[file.uuid, file]] : [])));
  const whole = lines.videos.flatMap((video) => {
    const file = media.get(video.uuid);
    const isThere =
      video.kind === "video" && video.type !== "live" && !video.is_deleted && video.trashed_at === null;
    return file && isThere && file.bytes > 0 ? [{ video, file }] : [];
  });
  const videoOf = await assignUuids(
    createImportedRowsRepository(db, actor.clientUuid),
    "videos",
    whole.map(({ video }) => video),
  );
  const coming = whole.filter(({ video }) => videoOf.isNew(video.uuid));
  const alongside = async (tx: Tx) => {
    const work = createArrivalWorkRepository(tx);
    // The transaction is rolled back, because another process was faster or the archive was cancelled.
    if (!(await work.lockChecked(claimed)))
      throw new ArchiveUnavailable("Another process has it, or it was cancelled");
    const written = await writeArrived(tx, { actor, arrivalUuid: claimed.uuid, lines, videoOf });
    await work.addFiles(rowsOf(claimed, files, lines, { videoOf, ...written }));
    await work.recordLoading(claimed, { ...written.report, dropped });
  };
  try {
    if (coming.length === 0) await db.transaction().execute(alongside);
    else
      await uploads.createVideos(
        actor,
        coming.map(({ video, file }) => ({
          type: "vod",
          title: video.title,
          description: video.description,
          tags: video.tags,
          encoding: "encoding",
          inputQualities: video.input_qualities,
          firstPass: video.first_pass,
          autoplay: video.autoplay,
          originalname: video.original_name ?? undefined,
          size: file.bytes,
        })),
        { uuids: coming.map(({ video }) => videoOf.of(video.uuid) ?? video.uuid), alongside },
      );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const limit = PAUSING_CODES.find((code) => code === error.code);
    if (limit) throw new ArrivalRefused(limit);
    if (error.code === "file_too_large") throw new ArrivalRefused("too_large");
    if (error.code === "bad_request") throw new ArrivalRefused("bad_data", error.fields?.[0]?.path ?? null);
    throw error;
  }
}

function rowsOf(
  { uuid, client_uuid }: ClaimedArrival,
  files: readonly ListedFile[],
  lines: CheckedReferences["lines"],
  {
    videoOf,
    attachmentOf,
    messageFileOf,
  }: { videoOf: ArrivedUuids; attachmentOf: ArrivedUuids; messageFileOf: ArrivedUuids },
) {
  const comes = {
    media: { kind: "video", uuids: videoOf },
    attachments: { kind: "attachment", uuids: attachmentOf },
    "message-files": { kind: "message_file", uuids: messageFileOf },
  } as const;
  const captions = Map.groupBy(lines.captions, ({ video_uuid }) => video_uuid);
  return files.flatMap((file, number) => {
    const { folder, uuid: old, bytes, sha256 } = file;
    const known = Object.hasOwn(comes, folder) ? comes[folder as keyof typeof comes] : undefined;
    if (old === undefined || !known?.uuids.isNew(old)) return [];
    const isVideo = known.kind === "video";
    return [
      {
        arrival_uuid: uuid,
        client_uuid,
        number,
        kind: known.kind,
        offset_bytes: bodyOf(file).from,
        size_bytes: bytes,
        sha256: Buffer.from(sha256, "hex"),
        old_uuid: old,
        new_uuid: known.uuids.of(old) ?? old,
        captions: JSON.stringify(
          (isVideo ? (captions.get(old) ?? []) : []).map(({ language, label, kind, is_default, cues }) => ({
            language,
            label,
            kind,
            isDefault: is_default,
            cues,
          })),
        ),
      },
    ];
  });
}

/**
 * Continues an upload after the stored chunks.
 * @returns false if the upload was stopped.
 */
async function loadVideo(
  claimed: ClaimedArrival,
  actor: Actor,
  archive: RemoteArchive,
  { new_uuid: uuid, offset_bytes, size_bytes, sha256, captions }: NextArrivalFile,
  { db, uploads, captions: tracks, leaseSec, isStopped }: LoadDeps,
): Promise<boolean> {
  const work = createArrivalWorkRepository(db);
  try {
    const { received } = await uploads.getUpload(actor, uuid);
    const first = received[0]?.[0] === 0 ? received[0][1] : 0;
    // The checksum can only be computed if the whole file is read here.
    const hash = first === 0 ? createHash("sha256") : undefined;
    const begin = first * UPLOAD_CHUNK_BYTES;
    let number = first;
    for await (const chunk of eachChunk(archive.read(offset_bytes + begin, offset_bytes + size_bytes))) {
      hash?.update(chunk);
      const isEnd = (number + 1) * UPLOAD_CHUNK_BYTES >= size_bytes;
      if (isEnd) assertSame(hash, sha256);
      const body = {
        parts: [chunk],
        sizeBytes: chunk.length,
        sha256: createHash("sha256").update(chunk).digest(),
        isEnd,
      };
      await uploads.storeChunk(actor, uuid, number, (use) => use(body));
      number += 1;
      if (isStopped() || !(await work.renew(claimed, leaseSec))) return false;
      await work.keepWaiting(claimed);
    }
    for (const { language, label, kind, isDefault, cues } of captions)
      await tracks
        .addCaptions(actor, uuid, {
          bytes: Buffer.from(writeCaptionsFile(cues, "vtt")),
          language,
          label,
          kind: kind as "subtitles",
          isDefault: isDefault ? "true" : "false",
        })
        .catch((error: unknown) => {
          // An earlier attempt that was interrupted has added the captions.
          if (!(error instanceof AppError && error.code === "captions_label_taken")) throw error;
        });
    return true;
  } catch (error) {
    // The video was deleted or its upload cancelled, so loading continues with the other files.
    if (error instanceof AppError && (error.code === "upload_not_open" || error.code === "video_not_found"))
      return true;
    throw error;
  }
}

function assertSame(hash: Hash | undefined, sha256: Buffer): void {
  if (hash && !hash.digest().equals(sha256)) throw new ArrivalRefused("changed");
}

/** Copies a file of a comment or message. */
async function loadSentFile(
  archive: RemoteArchive,
  { kind, new_uuid, offset_bytes, size_bytes, sha256 }: NextArrivalFile,
  { store }: LoadDeps,
): Promise<boolean> {
  const bytes = await readAll(archive, offset_bytes, offset_bytes + size_bytes);
  assertSame(createHash("sha256").update(bytes), sha256);
  await store.put(kind === "attachment" ? `attachments/${new_uuid}/file` : chatFileOf(new_uuid), bytes);
  return true;
}

/** Regroups bytes into chunks of an upload's size; the last one may be shorter. */
async function* eachChunk(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const part of parts) {
    let rest = part;
    while (length + rest.length >= UPLOAD_CHUNK_BYTES) {
      const cut = UPLOAD_CHUNK_BYTES - length;
      yield Buffer.concat([...held, rest.subarray(0, cut)]);
      rest = rest.subarray(cut);
      held = [];
      length = 0;
    }
    if (rest.length > 0) held.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(held);
}
