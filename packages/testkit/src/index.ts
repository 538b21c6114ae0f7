export * from "./mail/fake-smtp.ts";
export * from "./mail/mailbox.ts";
export * from "./mail/parse-mail.ts";
export * from "./media/clips.ts";
export * from "./provider/fake-github.ts";
