import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { CLIENT_MAIL_SHAPES } from "./shapes.ts";

/** The emails to managers about their client's end. */
export const CLIENT_MAILS = defineMails(CLIENT_MAIL_SHAPES, { EN: en, FR: fr });
