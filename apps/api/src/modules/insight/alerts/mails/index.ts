import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { ALERT_MAIL_SHAPES } from "./shapes.ts";

/** What those who asked for it are told of alerts. */
export const ALERT_MAILS = defineMails(ALERT_MAIL_SHAPES, { EN: en, FR: fr });
