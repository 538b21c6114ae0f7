import { z } from "zod";
import { MAX_NEWS_PAGE_SIZE, MarkNewsRead, NewsSettings, NewsView } from "../projects/news.ts";
import { defineRoute } from "../route.ts";
import { integerText, Text } from "../text.ts";

const UnreadCount = z.object({
  /** The caller's unread notifications, counted up to 100. */
  unreadCount: z.number(),
});

/** Notifications about the caller's projects; every call fails with `forbidden` unless projects are enabled for the client. */
export const newsRoutes = {
  listNews: defineRoute({
    method: "GET",
    path: "/api/news",
    guard: "member",
    scope: "noKey",
    summary: "List the caller's notifications of projects, the latest first",
    query: z.strictObject({
      /** The `next` of the previous page. */
      cursor: Text.max(20).optional(),
      limit: integerText(z.number().int().min(1).max(MAX_NEWS_PAGE_SIZE)).default(20),
    }),
    response: UnreadCount.extend({ news: z.array(NewsView), next: z.string().nullable() }),
  }),
  countUnreadNews: defineRoute({
    method: "GET",
    path: "/api/news/unread",
    guard: "member",
    scope: "noKey",
    summary: "Count the caller's unread notifications",
    response: UnreadCount,
  }),
  markNewsRead: defineRoute({
    method: "PUT",
    path: "/api/news/read",
    // Only the caller sees the effect, so the call is not recorded in the audit log.
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Mark notifications as read or unread, or all up to one as read",
    body: MarkNewsRead,
    response: UnreadCount,
  }),
  getNewsSettings: defineRoute({
    method: "GET",
    path: "/api/news/settings",
    guard: "member",
    scope: "noKey",
    summary: "Get which notifications are emailed to the caller, and when",
    response: NewsSettings,
  }),
  setNewsSettings: defineRoute({
    method: "PUT",
    path: "/api/news/settings",
    guard: "member",
    scope: "noKey",
    summary: "Choose which notifications are emailed to the caller, and when",
    body: NewsSettings,
    response: NewsSettings,
  }),
} as const;
