import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { AUTH_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to users about their own accounts. */
export const AUTH_MAILS = defineMails(AUTH_MAIL_SHAPES, { EN: en, FR: fr });
