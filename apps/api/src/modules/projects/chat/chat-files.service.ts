import { createHash, randomUUID } from "node:crypto";
import { AppError, MAX_CHAT_FILES, MAX_CHAT_WAVEFORM_LENGTH, type SeenChatMessage } from "@shoal/contract";
import { chatFileOf, chatFolderOf } from "@shoal/contract/edge";
import { type ChatFileFault, checkChatFile } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { StorageService } from "../../accounts/clients/index.ts";
import type { ChatCaller } from "./chat-caller.ts";
import type { SentChatFile } from "./chat-file-body.ts";
import { createChatPreviewsRepository } from "./chat-previews.repository.ts";
import { claimChatFileSweeps } from "./messages.repository.ts";
import { assertMay, getRoomOfCaller, type MessagesService } from "./messages.service.ts";
import { requestPreview } from "./request-preview.ts";

export interface ChatFilesDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "remove">;
  queue: Pick<JobQueue, "send" | "sendPurge">;
  disk: Pick<DiskGuard, "assertRoom">;
  storage: Pick<StorageService, "assertRoomForSent">;
  messages: MessagesService;
}

/** The number of older files for which previews are requested at a time. */
const PREVIEWS_PER_RUN = 20;

/** Manages the files that users send with messages. */
export function createChatFilesService({ db, store, queue, disk, storage, messages }: ChatFilesDeps) {
  /** Requests the removal of the next files. @returns their number. */
  const sweepSome = (): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const prefixes = (await claimChatFileSweeps(tx)).map(chatFolderOf);
      if (prefixes.length > 0) await queue.sendPurge(tx, { prefixes });
      return prefixes.length;
    });

  return {
    /**
     * @throws AppError "chat_file_refused" for a type that chat does not accept, content that contradicts the declared type,
     * or a picture that is too large; "bad_request" for too many files, "sent_files_full", "disk_low".
     */
    async add(
      caller: ChatCaller,
      roomUuid: string,
      { name, bytes, fields }: SentChatFile,
    ): Promise<SeenChatMessage> {
      // The room is checked first, so that nobody can fill the disk through rooms that they are not in.
      const room = await getRoomOfCaller(db, caller, roomUuid);
      assertMay(caller, room, "write");
      const isAudioMessage = fields.audio === "true";
      const checked = checkChatFile(bytes, { name, type: fields.type, isAudioMessage });
      if ("fault" in checked) throw refusedFileError(checked.fault, checked.detail);
      await storage.assertRoomForSent(room.client_uuid, bytes.length);
      await disk.assertRoom(bytes.length);
      const objectUuid = randomUUID();
      const messageId = fields.messageId ?? randomUUID();
      const uuid = fields.fileId
        ? deriveUuid([caller.userUuid, roomUuid, messageId, fields.fileId])
        : objectUuid;
      // The file is stored first: a client that learns of it must be able to load it.
      await store.put(chatFileOf(objectUuid), bytes);
      const { view, isThere } = await messages
        .addFile(
          caller,
          roomUuid,
          {
            messageId,
            content: fields.content ?? "",
            replyMessage: fields.replyMessage,
            mentions: [],
            mentionsRoom: false,
          },
          {
            most: MAX_CHAT_FILES,
            file: {
              uuid,
              object_uuid: objectUuid,
              name,
              media_type: checked.mediaType,
              size_bytes: bytes.length,
              is_audio: isAudioMessage,
              duration_ms: fields.durationMs === undefined ? null : Math.round(fields.durationMs),
              waveform: isAudioMessage ? waveformOf(fields.waveform) : null,
              width: checked.width,
              height: checked.height,
            },
          },
        )
        .catch(async (error: unknown) => {
          await store.remove(chatFolderOf(objectUuid));
          throw error;
        });
      if (isThere) await store.remove(chatFolderOf(objectUuid));
      return view;
    },

    /** Requests previews of some files that were uploaded before previews existed. */
    requestOld: (): Promise<void> =>
      db.transaction().execute(async (tx) => {
        for (const file of await createChatPreviewsRepository(tx).claimPreviewRequests(PREVIEWS_PER_RUN))
          await requestPreview(tx, queue, file);
      }),

    /** Deletes the stored files that no message refers to. */
    async sweep(): Promise<void> {
      while ((await sweepSome()) > 0);
    },
  };
}
export type ChatFilesService = ReturnType<typeof createChatFilesService>;

/** The page's id identifies the file only within its message. */
function deriveUuid(parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const FAULT_MESSAGES: Record<ChatFileFault, string> = {
  kind: "Chat accepts only pictures, videos, audio and PDF",
  type: "This file is not what its name or type says",
  pixels: "This picture has too many pixels",
};

const refusedFileError = (fault: ChatFileFault, detail: string) =>
  new AppError("chat_file_refused", FAULT_MESSAGES[fault], [{ path: "file", reason: detail }]);

function waveformOf(text: string | undefined): number[] | null {
  if (!text) return null;
  const values = text.split(",").map((value) => Math.min(100, Number(value)));
  return values.slice(0, MAX_CHAT_WAVEFORM_LENGTH);
}
