import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { EXIT_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about their archives. */
export const EXIT_MAILS = defineMails(EXIT_MAIL_SHAPES, { EN: en, FR: fr });
