import { createHash, randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { AppError, type CommentView, MAX_COMMENT_ATTACHMENTS } from "@shoal/contract";
import type { AssetJobResult } from "@shoal/contract/jobs";
import { checkChatFile, previewKindOf, readPictureHeader } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { StorageService } from "../../accounts/clients/index.ts";
import { commentNotFound, fieldFault, onlyAuthorAllowed } from "./comment-errors.ts";
import { authorOf, type Commenter, isAuthoredBy } from "./commenter.ts";
import {
  claimAttachmentSweeps,
  claimPreviewRequests,
  createCommentsRepository,
  returnPreviewRequest,
} from "./comments.repository.ts";
import type { CommentsService } from "./comments.service.ts";

export interface AttachmentsDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "findSize" | "read" | "stream" | "remove">;
  queue: Pick<JobQueue, "send" | "sendPurge">;
  disk: Pick<DiskGuard, "assertRoom">;
  storage: Pick<StorageService, "assertRoomForSent">;
  comments: CommentsService;
  onError: (error: unknown) => void;
}

/** An uploaded file. */
export interface UploadedAttachment {
  name: string;
  bytes: Buffer;
  /** The page's id of the file. Repeated attempts at sending the file have the same id. */
  fileId?: string | undefined;
}

/** A file as it is served to a browser. */
export interface ServedAttachment {
  name: string;
  mediaType: string;
  /** Whether a browser may display the file: pictures only. */
  isPicture: boolean;
  sizeBytes: number;
  /** Opens a stream of the file. Must be called only once. */
  open(): Readable;
}

/** The first bytes, which determine the type of a file. */
const FILE_TYPE_PROBE_BYTES = 65_536;
/** The number of previews requested at a time, which is small because workers have other tasks. */
const PREVIEWS_PER_RUN = 20;
const ANY_TYPE = "application/octet-stream";
const folderOf = (uuid: string) => `attachments/${uuid}/`;
const objectOf = (uuid: string) => `${folderOf(uuid)}file`;
const previewOf = (uuid: string) => `${folderOf(uuid)}preview.webp`;

/** Manages files of comments. A file is visible only to people who can see its comment. */
export function createAttachmentsService({
  db,
  store,
  queue,
  disk,
  storage,
  comments,
  onError,
}: AttachmentsDeps) {
  /** Requests a preview of a video, audio file or picture from a worker; until then it is served as plain data. */
  async function requestPreview(
    tx: Tx,
    { clientUuid }: Pick<Commenter, "clientUuid">,
    uuid: string,
    bytes: Uint8Array,
  ): Promise<void> {
    const checked = checkChatFile(bytes, { name: "" });
    const kind = "fault" in checked ? undefined : previewKindOf(checked.mediaType);
    if (!kind) return;
    await queue.send(tx, "preview-attachment", {
      payload: {
        asset: { kind: "attachment", uuid },
        job: "preview-attachment",
        object: objectOf(uuid),
        kind,
        preview: previewOf(uuid),
      },
      clientUuid,
      key: `preview:${uuid}`,
    });
  }

  /** Reads the start of a stored file. @returns undefined if it does not exist. */
  async function readHead(object: string): Promise<Uint8Array | undefined> {
    const size = await store.findSize(object);
    if (size === undefined) return undefined;
    return store.read(object, { offset: 0, length: Math.min(size, FILE_TYPE_PROBE_BYTES) });
  }

  /** Requests the removal of the next files. @returns their number. */
  const sweepSome = (): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const prefixes = (await claimAttachmentSweeps(tx)).map(folderOf);
      if (prefixes.length > 0) await queue.sendPurge(tx, { prefixes });
      return prefixes.length;
    });

  return {
    /**
     * @throws AppError "comment_not_found", "forbidden" unless the caller wrote the comment, "bad_request" for too many
     * files, "sent_files_full", "disk_low".
     */
    async add(
      actor: Commenter,
      commentUuid: string,
      { name, bytes, fileId }: UploadedAttachment,
    ): Promise<CommentView> {
      // The author is checked first, so that nobody can fill the disk through other people's comments.
      if (!isAuthoredBy(await comments.findComment(actor, commentUuid), authorOf(actor)))
        throw onlyAuthorAllowed();
      const uuid = fileId === undefined ? randomUUID() : deriveUuid(commentUuid, fileId);
      const isThere = async (tx: Tx) =>
        (await createCommentsRepository(tx).listAttachments(actor.clientUuid, [commentUuid])).some(
          (each) => each.uuid === uuid,
        );
      if (await isThere(db)) return comments.getComment(actor, commentUuid);
      await storage.assertRoomForSent(actor.clientUuid, bytes.length);
      await disk.assertRoom(bytes.length);
      // The file is stored first: a client that learns of it must be able to load it.
      await store.put(objectOf(uuid), bytes);
      const header = readPictureHeader(bytes);
      return comments
        .changeComment(actor, commentUuid, async (tx, row, assertCan) => {
          assertCan("comment");
          if (row.deleted_at !== null) throw commentNotFound();
          const found = createCommentsRepository(tx);
          const before = await found.listAttachments(actor.clientUuid, [commentUuid]);
          // Another attempt has already stored the file.
          if (before.some((each) => each.uuid === uuid)) return undefined;
          if (before.length >= MAX_COMMENT_ATTACHMENTS)
            throw fieldFault("file", `exceeds the maximum of ${MAX_COMMENT_ATTACHMENTS} files`);
          await found.addAttachment({
            uuid,
            comment_uuid: commentUuid,
            client_uuid: actor.clientUuid,
            name,
            media_type: header ? `image/${header.format}` : ANY_TYPE,
            size_bytes: bytes.length,
          });
          await requestPreview(tx, actor, uuid, bytes);
          return {};
        })
        .catch(async (error: unknown) => {
          // Another attempt may be about to refer to the same file, so only a file without an id is removed immediately.
          if (fileId === undefined) await store.remove(folderOf(uuid));
          else
            await createCommentsRepository(db)
              .sweepLater(uuid)
              .catch(() => undefined);
          throw error;
        });
    },

    /** @throws AppError "comment_not_found", "attachment_not_found", or "forbidden" as for deleting the comment. */
    remove: (actor: Commenter, commentUuid: string, uuid: string): Promise<CommentView> =>
      comments.changeComment(actor, commentUuid, async (tx, row, assertCan) => {
        assertCan(isAuthoredBy(row, authorOf(actor)) ? "comment" : "resolveAny");
        const found = createCommentsRepository(tx);
        if (!(await found.removeAttachment(actor.clientUuid, commentUuid, uuid))) throw attachmentNotFound();
        return {};
      }),

    /**
     * @param isSmall whether the thumbnail is requested.
     * @throws AppError "comment_not_found", or "attachment_not_found", also for a deleted comment.
     */
    async read(
      actor: Commenter,
      commentUuid: string,
      uuid: string,
      isSmall = false,
    ): Promise<ServedAttachment> {
      const comment = await comments.findComment(actor, commentUuid);
      const found = await createCommentsRepository(db).listAttachments(actor.clientUuid, [commentUuid]);
      const attachment = found.find((each) => each.uuid === uuid);
      if (!attachment || comment.deleted_at !== null) throw attachmentNotFound();
      const object = isSmall ? previewOf(uuid) : objectOf(uuid);
      const sizeBytes = await store.findSize(object);
      if (sizeBytes === undefined) throw attachmentNotFound();
      const { name, media_type: mediaType } = attachment;
      const open = () => store.stream(object);
      if (isSmall) return { name: "preview.webp", mediaType: "image/webp", isPicture: true, sizeBytes, open };
      return { name, mediaType, isPicture: mediaType.startsWith("image/"), sizeBytes, open };
    },

    /**
     * Applies a worker's result for a file, and notifies the people who can see its comment. A repeated result changes nothing.
     */
    async onResult(result: AssetJobResult): Promise<void> {
      if (result.type !== "preview") return;
      const { asset, kind, width, height, sizeBytes, durationMs, waveform } = result;
      const comment = await createCommentsRepository(db).findCommentOfFileForWork(asset.uuid);
      if (!comment) {
        // The comment was deleted while the file was uploaded.
        await db.transaction().execute((tx) => queue.sendPurge(tx, { prefixes: [folderOf(asset.uuid)] }));
        return;
      }
      await comments.changeForWork(comment, (tx) =>
        createCommentsRepository(tx).recordPreviewForWork(asset.uuid, {
          preview_kind: kind,
          width,
          height,
          preview_bytes: sizeBytes,
          duration_ms: durationMs,
          waveform,
        }),
      );
    },

    /**
     * Requests previews of some files that were uploaded before previews existed. A file that cannot be read is tried again later,
     * and does not block the others.
     */
    requestOld: (): Promise<void> =>
      db.transaction().execute(async (tx) => {
        for (const { uuid, client_uuid: clientUuid } of await claimPreviewRequests(tx, PREVIEWS_PER_RUN)) {
          const head = await readHead(objectOf(uuid)).catch(async (error: unknown) => {
            onError(error);
            await returnPreviewRequest(tx, uuid);
            return undefined;
          });
          if (head) await requestPreview(tx, { clientUuid }, uuid, head);
        }
      }),

    /** Removes stored files whose comment, project or client was deleted. */
    async sweep(): Promise<void> {
      while ((await sweepSome()) > 0);
    },
  };
}
export type AttachmentsService = ReturnType<typeof createAttachmentsService>;

/** The page's id identifies the file only within its comment. */
function deriveUuid(commentUuid: string, fileId: string): string {
  const hex = createHash("sha256").update(`${commentUuid}/${fileId}`.toLowerCase()).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const attachmentNotFound = () => new AppError("attachment_not_found", "No such file");
