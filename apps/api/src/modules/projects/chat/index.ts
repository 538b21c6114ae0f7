import { JointRates } from "@shoal/limits";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  CONFIG,
  DB,
  DISK_GUARD,
  JOB_QUEUE,
  ON_ERROR,
  REALTIME,
  SHARED_COUNTS,
  STORE,
} from "../../../platform/needs.ts";
import { STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import type { FileEdge } from "./chat.present.ts";
import { registerChatRoutes } from "./chat.routes.ts";
import {
  chatAtScale,
  chatFileTables,
  chatMembership,
  chatPdfPreviews,
  chatPreviews,
  chatTables,
} from "./chat.table.ts";
import { type ChatFilesService, createChatFilesService } from "./chat-files.service.ts";
import { ChatLimits } from "./chat-limits.ts";
import { type ChatMailer, createChatMailer } from "./chat-mailer.ts";
import { type ChatNotifier, createChatNotifier } from "./chat-notifier.ts";
import { createChatPreviews } from "./chat-previews.ts";
import { createChatSockets } from "./chat-sockets.ts";
import { CHAT_MAILS } from "./mails/index.ts";
import { createMessagesService, type MessagesService } from "./messages.service.ts";
import { createRoomsService, type RoomsService } from "./rooms.service.ts";

const CHAT_ROOMS = need<RoomsService>("chat rooms");
const CHAT_MESSAGES = need<MessagesService>("chat messages");
const CHAT_FILES = need<ChatFilesService>("chat files");
const CHAT_NOTIFIER = need<ChatNotifier>("notifier of chat");
const CHAT_RATES = need<JointRates>("rates of chat");
const CHAT_LIMITS = need<ChatLimits>("limits of chat");
const CHAT_MAILER = need<ChatMailer>("mailer of chat");
const FILE_EDGE = need<FileEdge>("edge of chat files");

export { createChatMailer } from "./chat-mailer.ts";

const MAILING_PAUSE_MS = 60_000;
/** Milliseconds between requests for a few previews each, because workers have other tasks. */
const PREVIEWS_PAUSE_MS = 30_000;

export const chatModule = defineModule({
  name: "chat",
  mails: CHAT_MAILS,
  migrations: {
    "083-chat": chatTables,
    "084-chat-files": chatFileTables,
    "085-chat-members": chatMembership,
    "089-chat-at-scale": chatAtScale,
    "099-chat-previews": chatPreviews,
    "111-chat-pdf-previews": chatPdfPreviews,
  },
  services: [
    provide(
      CHAT_RATES,
      { counts: SHARED_COUNTS, onError: ON_ERROR },
      (deps) => new JointRates({ ...deps, name: "chat" }),
    ),
    provide(CHAT_LIMITS, { rates: CHAT_RATES }, ({ rates }) => new ChatLimits(rates)),
    provide(FILE_EDGE, { config: CONFIG }, ({ config }) => ({
      origin: config.EDGE_PUBLIC_URL,
      secret: config.INTERNAL_SECRET,
    })),
    provide(CHAT_NOTIFIER, { realtime: REALTIME }, createChatNotifier),
    provide(
      CHAT_MESSAGES,
      { db: DB, notifier: CHAT_NOTIFIER, limits: CHAT_LIMITS, edge: FILE_EDGE, queue: JOB_QUEUE },
      createMessagesService,
    ),
    provide(
      CHAT_ROOMS,
      { db: DB, notifier: CHAT_NOTIFIER, limits: CHAT_LIMITS, edge: FILE_EDGE },
      createRoomsService,
    ),
    provide(
      CHAT_FILES,
      {
        db: DB,
        store: STORE,
        queue: JOB_QUEUE,
        disk: DISK_GUARD,
        storage: STORAGE_SERVICE,
        messages: CHAT_MESSAGES,
      },
      createChatFilesService,
    ),
    provide(
      CHAT_MAILER,
      { config: CONFIG, db: DB, mails: MAILS_SERVICE, onError: ON_ERROR },
      ({ config, ...deps }) => createChatMailer({ ...deps, publicUrl: config.API_PUBLIC_URL }),
    ),
  ],
  routes: using(
    { rooms: CHAT_ROOMS, messages: CHAT_MESSAGES, files: CHAT_FILES },
    (services, app, guardFor) => registerChatRoutes(app, guardFor, services),
  ),
  jobResults: {
    of: "chat",
    part: using({ db: DB, queue: JOB_QUEUE, notifier: CHAT_NOTIFIER, edge: FILE_EDGE }, (deps) => {
      const previews = createChatPreviews(deps);
      return {
        async onResult(result) {
          if ("asset" in result) await previews.onResult(result);
        },
        onDead: async () => undefined,
      };
    }),
  },
  background: using(
    {
      db: DB,
      realtime: REALTIME,
      rooms: CHAT_ROOMS,
      messages: CHAT_MESSAGES,
      limits: CHAT_LIMITS,
      rates: CHAT_RATES,
      onError: ON_ERROR,
    },
    ({ rates, ...deps }) => {
      const sockets = createChatSockets(deps);
      return {
        start() {
          rates.start();
          sockets.start();
        },
        stop: async () => {
          await Promise.all([rates.stop(), sockets.stop()]);
        },
      };
    },
  ),
  schedules: using({ files: CHAT_FILES, mailer: CHAT_MAILER }, ({ files, mailer }) => [
    { run: () => files.sweep(), pauseMs: CLEANING_PAUSE_MS },
    { run: () => files.requestOld(), pauseMs: PREVIEWS_PAUSE_MS },
    { run: () => mailer.mailOnce(), pauseMs: MAILING_PAUSE_MS },
  ]),
});
