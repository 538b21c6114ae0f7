import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { CDN_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about CDN entries. */
export const CDN_MAILS = defineMails(CDN_MAIL_SHAPES, { EN: en, FR: fr });
