import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { CLIENT_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about the deletion of their client. */
export const CLIENT_MAILS = defineMails(CLIENT_MAIL_SHAPES, { EN: en, FR: fr });
