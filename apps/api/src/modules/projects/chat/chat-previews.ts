import { chatFolderOf } from "@shoal/contract/edge";
import type { AssetJobResult, PreviewResult } from "@shoal/contract/jobs";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { FileEdge } from "./chat.present.ts";
import type { ChatNotifier } from "./chat-notifier.ts";
import { createChatPreviewsRepository } from "./chat-previews.repository.ts";
import { createMessagesRepository } from "./messages.repository.ts";
import { presentMessages } from "./messages.service.ts";

export interface ChatPreviewDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge">;
  notifier: ChatNotifier;
  edge: FileEdge;
}

/** Applies workers' results for files. A repeated result changes nothing, nor does a result for an unreadable file. */
export function createChatPreviews({ db, queue, notifier, edge }: ChatPreviewDeps) {
  async function keep(tx: Tx, { asset, ...found }: PreviewResult) {
    const previews = createChatPreviewsRepository(tx);
    // Every message with the file has changed. The messages are locked in a fixed order, so that two results cannot deadlock.
    const messages = await previews.listMessagesForWork(asset.uuid);
    if (messages.length === 0) {
      // The message was deleted while its preview was made.
      await queue.sendPurge(tx, { prefixes: [chatFolderOf(asset.uuid)] });
      return [];
    }
    const { kind, width, height, sizeBytes, durationMs, waveform } = found;
    const isNew = await previews.addForWork(asset.uuid, {
      kind,
      width,
      height,
      size_bytes: sizeBytes,
      duration_ms: durationMs,
      waveform,
    });
    if (!isNew) return [];
    const changed = [];
    for (const message of messages) {
      const room = await previews.lockRoomForWork(message.room_uuid);
      if (!room) continue;
      const written = createMessagesRepository(tx);
      await written.updateMessage(room, message.message_id, { seq: room.seq + 1 });
      await written.advance(room, room.seq + 1);
      const row = await written.findMessage(room, message.message_id);
      const [view] = row ? await presentMessages(tx, [row], edge) : [];
      if (view) changed.push({ room, view });
    }
    return changed;
  }

  return {
    async onResult(result: AssetJobResult): Promise<void> {
      if (result.type !== "preview") return;
      const changed = await db.transaction().execute((tx) => keep(tx, result));
      for (const { room, view } of changed) notifier.notifyChanged(room, view);
    },
  };
}
export type ChatPreviews = ReturnType<typeof createChatPreviews>;
