import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { INVOICE_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about invoices. */
export const INVOICE_MAILS = defineMails(INVOICE_MAIL_SHAPES, { EN: en, FR: fr });
