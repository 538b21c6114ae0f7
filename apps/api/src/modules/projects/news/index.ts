import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR, REALTIME } from "../../../platform/needs.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { PROJECT_MAILS } from "./mails/index.ts";
import { registerNewsRoutes } from "./news.routes.ts";
import { createNewsService, type NewsService } from "./news.service.ts";
import { newsTables, projectEventTables } from "./news.table.ts";
import { createNewsMailer, type NewsMailer } from "./news-mailer.ts";
import { createNewsNotifier, type NewsNotifier } from "./notify-news.ts";
import { pruneNews } from "./prune-news.ts";

export { PROJECT_MAILS } from "./mails/index.ts";
export { BUNDLE_WINDOW_MS, createNewsMailer } from "./news-mailer.ts";
export { createNewsNotifier } from "./notify-news.ts";
export { listUnsubscribeUrls } from "./unsubscribe-urls.ts";

const NEWS_SERVICE = need<NewsService>("news");
const NEWS_NOTIFIER = need<NewsNotifier>("notifier of news");
const NEWS_MAILER = need<NewsMailer>("mailer of news");

/** Milliseconds between runs. New events also trigger a run, so that news appears almost immediately. */
const NOTIFYING_PAUSE_MS = 30_000;
const MAILING_PAUSE_MS = 20_000;

export const newsModule = defineModule({
  name: "news",
  mails: PROJECT_MAILS,
  migrations: { "076-project-events": projectEventTables, "077-news": newsTables },
  services: [
    provide(NEWS_SERVICE, { db: DB, realtime: REALTIME }, createNewsService),
    provide(NEWS_NOTIFIER, { db: DB, realtime: REALTIME, onError: ON_ERROR }, createNewsNotifier),
    provide(
      NEWS_MAILER,
      { config: CONFIG, db: DB, mails: MAILS_SERVICE, onError: ON_ERROR },
      ({ config, ...deps }) => createNewsMailer({ ...deps, publicUrl: config.API_PUBLIC_URL }),
    ),
  ],
  routes: using({ news: NEWS_SERVICE }, ({ news }, app, guardFor) => registerNewsRoutes(app, guardFor, news)),
  schedules: using({ db: DB, notifier: NEWS_NOTIFIER, mailer: NEWS_MAILER }, ({ db, notifier, mailer }) => [
    { run: () => notifier.reportOnce(), pauseMs: NOTIFYING_PAUSE_MS, topic: "news" },
    { run: () => mailer.mailOnce(), pauseMs: MAILING_PAUSE_MS },
    { run: () => pruneNews(db), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
