export { CHROMIUM, CHROMIUM_SHELL } from "./browser/chromium.ts";
export { type FileServer, type ServedFile, startFileServer } from "./http/file-server.ts";
export { freePorts } from "./http/ports.ts";
export * from "./live/manual-clock.ts";
export * from "./mail/fake-smtp.ts";
export * from "./mail/mailbox.ts";
export * from "./mail/parse-mail.ts";
export * from "./media/clips.ts";
export * from "./provider/fake-github.ts";
