import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { WEBHOOK_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about their webhooks. */
export const WEBHOOK_MAILS = defineMails(WEBHOOK_MAIL_SHAPES, { EN: en, FR: fr });
