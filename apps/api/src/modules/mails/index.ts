export { createMailsService, type MailSender, type MailsService } from "./mails.service.ts";
export type { Mail } from "./templates.ts";
