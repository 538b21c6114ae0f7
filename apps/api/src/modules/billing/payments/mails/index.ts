import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { PAYMENT_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about payments. */
export const PAYMENT_MAILS = defineMails(PAYMENT_MAIL_SHAPES, { EN: en, FR: fr });
