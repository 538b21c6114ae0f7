import { chatFileOf, chatPreviewOf } from "@shoal/contract/edge";
import { previewKindOf } from "@shoal/domain";
import type { Insertable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { ChatFileRow } from "./chat.table.ts";

/** Requests a preview of an uploaded file from a worker, if its type can have one. */
export async function requestPreview(
  tx: Tx,
  queue: Pick<JobQueue, "send">,
  {
    object_uuid: uuid,
    media_type,
    client_uuid,
  }: Pick<Insertable<ChatFileRow>, "object_uuid" | "media_type" | "client_uuid">,
): Promise<void> {
  const kind = previewKindOf(media_type);
  if (!kind) return;
  await queue.send(tx, "preview-chat-file", {
    payload: {
      asset: { kind: "chat-file", uuid },
      job: "preview-chat-file",
      object: chatFileOf(uuid),
      kind,
      preview: chatPreviewOf(uuid),
    },
    clientUuid: client_uuid,
    key: `preview:${uuid}`,
  });
}
