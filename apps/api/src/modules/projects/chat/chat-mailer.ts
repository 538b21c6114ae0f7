import { CHAT_MAIL_AFTER_MINUTES } from "@shoal/contract";
import { plainChatText } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import { createPostponed } from "../../../platform/postponed.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { CHAT_MAILS } from "./mails/index.ts";
import { createMessagesRepository } from "./messages.repository.ts";
import { createRoomsRepository } from "./rooms.repository.ts";

/** The number of rooms listed in one mail; further rooms are only counted. */
const MAX_ROOMS = 10;
const EXCERPT_LENGTH = 200;
/** The number of users per run; the next run follows soon. */
const MAX_USERS = 500;

export interface ChatMailerDeps {
  db: Database;
  mails: MailSender;
  publicUrl: string;
  /** Called with the error of a mail that could not be stored; the other mails follow. */
  onError: (error: unknown) => void;
}

/**
 * Sends mails about unread messages. Mailed messages are marked in the transaction that stores the mail, with their rows locked, so
 * that a killed process has either done both or nothing. Other replicas skip locked rows. A mail that fails is retried later, so
 * that it does not count towards the limit of the next runs.
 */
export function createChatMailer({ db, mails, publicUrl, onError }: ChatMailerDeps) {
  const postponed = createPostponed<string>();
  async function mail(tx: Tx, userUuid: string): Promise<void> {
    const rooms = createRoomsRepository(tx);
    const marked = await rooms.markMailed(userUuid);
    const reader = await rooms.findReader(userUuid);
    if (marked.size === 0 || !reader || reader.email === null) return;
    const { username, client_uuid: clientUuid, roles, language, email } = reader;
    const caller = { userUuid, username, clientUuid, ownClientUuid: clientUuid, roles };
    const unread = (await rooms.listRooms(caller, { isArchived: false })).filter(
      ({ uuid, unread_count, mention_count, is_muted }) =>
        marked.has(uuid) && (is_muted ? mention_count : unread_count) > 0,
    );
    if (unread.length === 0) return;
    const shown = unread.slice(0, MAX_ROOMS);
    const last = await createMessagesRepository(tx).listLast(shown);
    const lastOf = new Map(last.map((message) => [message.room_uuid, message]));
    const [first] = shown;
    const place = first && unread.length === 1 ? `/${first.kind}/${first.uuid}` : "";
    await mails.send(tx, {
      mail: CHAT_MAILS["unread-chat"],
      to: email,
      language,
      values: {
        username,
        rooms: shown.map(({ uuid, title, unread_count }) => ({
          name: title,
          count: unread_count,
          by: lastOf.get(uuid)?.sender ?? "",
          excerpt: [...plainChatText(lastOf.get(uuid)?.text ?? "")].slice(0, EXCERPT_LENGTH).join(""),
        })),
        moreCount: unread.length - shown.length,
        url: `${publicUrl}/#/chat${place}`,
        unsubscribeUrl: `${publicUrl}/api/chat/unsubscribe/${await rooms.ensureToken(userUuid)}`,
      },
    });
  }

  return {
    async mailOnce(now = new Date()): Promise<void> {
      const before = new Date(now.getTime() - CHAT_MAIL_AFTER_MINUTES * 60_000);
      const without = postponed.list(now.getTime());
      const due = await createRoomsRepository(db).listUnmailed(before, { without, limit: MAX_USERS });
      for (const userUuid of due)
        await db
          .transaction()
          .execute((tx) => mail(tx, userUuid))
          .catch((error: unknown) => {
            postponed.add(userUuid, now.getTime());
            onError(error);
          });
    },
  };
}
export type ChatMailer = ReturnType<typeof createChatMailer>;
