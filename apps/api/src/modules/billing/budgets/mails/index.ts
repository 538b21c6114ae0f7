import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { BUDGET_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to managers about their client's budget. */
export const BUDGET_MAILS = defineMails(BUDGET_MAIL_SHAPES, { EN: en, FR: fr });
