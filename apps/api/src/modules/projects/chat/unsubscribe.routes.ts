import type { FastifyInstance } from "fastify";
import { registerUnsubscribe } from "../../../platform/http/unsubscribe.ts";
import type { RoomsService } from "./rooms.service.ts";

/** Registers the unsubscribe link of mails about chat. */
export function registerChatUnsubscribe(app: FastifyInstance, rooms: Pick<RoomsService, "endMails">): void {
  registerUnsubscribe(app, "/api/chat/unsubscribe", rooms.endMails, {
    EN: {
      question: "Stop emails about unread messages?",
      button: "Unsubscribe",
      done: "You are unsubscribed. You can choose other emails in your profile, under Notifications.",
      gone: "This link is no longer valid.",
    },
    FR: {
      question: "Ne plus recevoir d’e-mails sur vos messages non lus\u00a0?",
      button: "Se désabonner",
      done: "Désabonnement confirmé. Vous pouvez choisir d’autres e-mails dans votre profil, sous Notifications.",
      gone: "Ce lien n’est plus valide.",
    },
  });
}
