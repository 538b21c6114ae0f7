import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { CHAT_MAIL_SHAPES } from "./shapes.ts";

/** What people are told of messages that they have not read. */
export const CHAT_MAILS = defineMails(CHAT_MAIL_SHAPES, { EN: en, FR: fr });
