import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { INVOICE_MAIL_SHAPES } from "./shapes.ts";

/** What managers are told of invoices. */
export const INVOICE_MAILS = defineMails(INVOICE_MAIL_SHAPES, { EN: en, FR: fr });
