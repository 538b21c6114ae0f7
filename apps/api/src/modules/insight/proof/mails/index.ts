import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { PROOF_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about proof mode. */
export const PROOF_MAILS = defineMails(PROOF_MAIL_SHAPES, { EN: en, FR: fr });
