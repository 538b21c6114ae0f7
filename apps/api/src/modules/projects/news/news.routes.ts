import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { NewsService } from "./news.service.ts";
import { registerUnsubscribeRoutes } from "./unsubscribe.routes.ts";

export function registerNewsRoutes(app: FastifyInstance, guardFor: GuardFor, news: NewsService): void {
  bindRoutes(app, guardFor, routes, {
    listNews: ({ actor, query }) => news.listNews(actor, query),
    countUnreadNews: ({ actor }) => news.countUnread(actor),
    markNewsRead: ({ actor, body }) => news.markRead(actor, body),
    getNewsSettings: ({ actor }) => news.getSettings(actor),
    setNewsSettings: ({ actor, body }) => news.setSettings(actor, body),
  });
  registerUnsubscribeRoutes(app, news);
}
