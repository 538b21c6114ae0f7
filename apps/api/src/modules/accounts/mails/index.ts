import { CLEANING_PAUSE_MS, carriesOut, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, JOB_QUEUE, MAIL_CATALOG, MAILER, ON_ERROR } from "../../../platform/needs.ts";
import { createMailsService, type MailsService, SEND_MAIL } from "./mails.service.ts";

export {
  createMailsService,
  type MailSender,
  type MailsService,
  type OutgoingMail,
  SEND_MAIL,
} from "./mails.service.ts";
export { renderMail } from "./render.ts";

export const MAILS_SERVICE = need<MailsService>("mails");

export const mailsModule = defineModule({
  name: "mails",
  services: [
    provide(
      MAILS_SERVICE,
      { config: CONFIG, catalog: MAIL_CATALOG, db: DB, queue: JOB_QUEUE, mailer: MAILER, onError: ON_ERROR },
      ({ config, ...deps }) => createMailsService({ ...deps, supportEmail: config.SUPPORT_EMAIL }),
    ),
  ],
  tasks: [
    carriesOut(
      SEND_MAIL,
      using({ mails: MAILS_SERVICE }, ({ mails }) => mails.deliver),
    ),
  ],
  schedules: using({ mails: MAILS_SERVICE }, ({ mails }) => [
    { run: mails.deleteUnsent, pauseMs: CLEANING_PAUSE_MS },
  ]),
});
