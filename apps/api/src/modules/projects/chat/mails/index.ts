import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { CHAT_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to people about unread messages. */
export const CHAT_MAILS = defineMails(CHAT_MAIL_SHAPES, { EN: en, FR: fr });
