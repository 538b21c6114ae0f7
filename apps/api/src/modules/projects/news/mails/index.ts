import { defineMails } from "../../../../platform/mail/define-mails.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { PROJECT_MAIL_SHAPES } from "./shapes.ts";

/** The definitions of emails to people about projects; one link unsubscribes from all of them. */
export const PROJECT_MAILS = defineMails(PROJECT_MAIL_SHAPES, { EN: en, FR: fr });
