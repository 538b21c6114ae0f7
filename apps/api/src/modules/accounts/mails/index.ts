import { CLEANING_PAUSE_MS, carriesOut, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, MAIL_CATALOG, MAILER, ON_ERROR, QUEUE } from "../../../platform/needs.ts";
import { createMailsService, type MailsService, SEND_MAIL } from "./mails.service.ts";

export {
  createMailsService,
  type Mail,
  type MailSender,
  type MailsService,
  SEND_MAIL,
} from "./mails.service.ts";
export { renderMail } from "./render.ts";

export const MAILS = need<MailsService>("mails");

export const mailsModule = defineModule({
  name: "mails",
  services: [
    provide(
      MAILS,
      { config: CONFIG, catalog: MAIL_CATALOG, db: DB, queue: QUEUE, mailer: MAILER, onError: ON_ERROR },
      ({ config, ...deps }) => createMailsService({ ...deps, supportEmail: config.SUPPORT_EMAIL }),
    ),
  ],
  tasks: [
    carriesOut(
      SEND_MAIL,
      using({ mails: MAILS }, ({ mails }) => mails.deliver),
    ),
  ],
  schedules: using({ mails: MAILS }, ({ mails }) => [
    { run: mails.deleteUnsent, pauseMs: CLEANING_PAUSE_MS },
  ]),
});
