import { AppError, type MarkNewsRead, type NewsSettings, type NewsView } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { assertProjectsOffered } from "../teams/index.ts";
import { createNewsRepository, type FoundNews } from "./news.repository.ts";
import { createNewsSettingsRepository } from "./news-settings.repository.ts";

export interface NewsDeps {
  db: Database;
  realtime: Pick<Realtime, "emitToUser">;
}

const CURSOR_PATTERN = /^[1-9]\d{0,14}$/;

/** Serves the notifications of the caller. Every call throws AppError "forbidden" for a client without projects. */
export function createNewsService({ db, realtime }: NewsDeps) {
  const news = createNewsRepository(db);
  const settings = createNewsSettingsRepository(db);
  return {
    /** @throws AppError "bad_request" for a cursor that no page returned. */
    async listNews(actor: Actor, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
      assertProjectsOffered(actor);
      if (cursor !== undefined && !CURSOR_PATTERN.test(cursor))
        throw new AppError("bad_request", "Some fields are not valid", [
          { path: "cursor", reason: "is not a cursor from an earlier page" },
        ]);
      const before = cursor === undefined ? undefined : Number(cursor);
      const found = await news.listNews(actor, { before, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        news: page.map(presentNews),
        next: found.length > limit && last ? String(last.id) : null,
        unreadCount: await news.countUnread(actor),
      };
    },

    async countUnread(actor: Actor) {
      assertProjectsOffered(actor);
      return { unreadCount: await news.countUnread(actor) };
    },

    /** Marks news as read or unread, and notifies the user's other pages. */
    async markRead(actor: Actor, wanted: MarkNewsRead) {
      assertProjectsOffered(actor);
      const { ids = [], isRead, upTo } = wanted;
      if (upTo !== undefined) await news.markUpTo(actor, upTo);
      if (ids.length > 0) await news.markSome(actor, ids, isRead);
      realtime.emitToUser(actor.userUuid, "news.changed");
      return { unreadCount: await news.countUnread(actor) };
    },

    async getSettings(actor: Actor): Promise<NewsSettings> {
      assertProjectsOffered(actor);
      return settings.findSettings(actor.userUuid, actor.clientUuid);
    },

    async setSettings(actor: Actor, wanted: NewsSettings): Promise<NewsSettings> {
      assertProjectsOffered(actor);
      await settings.saveSettings(actor.userUuid, wanted);
      return settings.findSettings(actor.userUuid, actor.clientUuid);
    },

    /** Turns off mails about news for the user of a token. @returns whether the token exists. */
    endMails: (token: string): Promise<boolean> => settings.endMails(token),
  };
}
export type NewsService = ReturnType<typeof createNewsService>;

const presentNews = (row: FoundNews): NewsView => ({
  id: String(row.id),
  kind: row.kind,
  at: row.at.toISOString(),
  isRead: row.is_read,
  by: row.by,
  project: { uuid: row.project_uuid, name: row.project_name },
  version: row.version_number,
  comment: row.comment_uuid,
  excerpt: row.excerpt ?? "",
  decision: row.decision,
});
