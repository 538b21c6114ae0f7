import type { FastifyInstance } from "fastify";
import { registerUnsubscribe } from "../../../platform/http/unsubscribe.ts";
import type { NewsService } from "./news.service.ts";

const PAGE_TEXTS = {
  EN: {
    question: "Stop emails about your projects?",
    button: "Unsubscribe",
    done: "You are unsubscribed. You can choose other emails in your profile, under Notifications.",
    gone: "This link is no longer valid.",
  },
  FR: {
    question: "Ne plus recevoir d’e-mails sur vos projets\u00a0?",
    button: "Se désabonner",
    done: "Désabonnement confirmé. Vous pouvez choisir d’autres e-mails dans votre profil, sous Notifications.",
    gone: "Ce lien n’est plus valide.",
  },
} as const;

/** Registers the unsubscribe link of mails about projects. */
export function registerUnsubscribeRoutes(app: FastifyInstance, news: Pick<NewsService, "endMails">): void {
  registerUnsubscribe(app, "/api/news/unsubscribe", news.endMails, PAGE_TEXTS);
}
