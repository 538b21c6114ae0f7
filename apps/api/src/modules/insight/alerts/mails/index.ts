import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { KIND_NAMES as ENGLISH_NAMES, en } from "./en.ts";
import { KIND_NAMES as FRENCH_NAMES, fr } from "./fr.ts";
import { ALERT_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails about alerts to users who subscribed. */
export const ALERT_MAILS = defineMails(ALERT_MAIL_SHAPES, { EN: en, FR: fr });

/** The names of alert kinds in mails, by language. */
export const ALERT_NAMES = { EN: ENGLISH_NAMES, FR: FRENCH_NAMES };
