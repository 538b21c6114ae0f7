import { createSecretBox } from "@shoal/tokens";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, FETCH_POLICY, ON_ERROR, WORK_NOTIFICATIONS } from "../../../platform/needs.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { WEBHOOK_MAILS } from "./mails/index.ts";
import { createWebhookSender, type WebhookSender } from "./webhook-sender.ts";
import { registerWebhookRoutes } from "./webhooks.routes.ts";
import { createWebhooksService, type WebhooksService } from "./webhooks.service.ts";
import { moreWebhookEvents, movedMemberEvents, webhookTables } from "./webhooks.table.ts";
import { workNotifications } from "./work-notifications.table.ts";

/** The purpose of the key that encrypts the secrets of webhooks. */
export const WEBHOOK_SECRETS = "webhook secrets";

const WEBHOOKS_SERVICE = need<WebhooksService>("webhooks");
const WEBHOOK_SENDER = need<WebhookSender>("sender of webhooks");

export const webhooksModule = defineModule({
  name: "webhooks",
  mails: WEBHOOK_MAILS,
  migrations: {
    "101-webhooks": webhookTables,
    "116-more-webhook-events": moreWebhookEvents,
    "136-work-notifications": workNotifications,
    "149-moved-member-events": movedMemberEvents,
  },
  services: [
    provide(WEBHOOKS_SERVICE, { config: CONFIG, db: DB, policy: FETCH_POLICY }, ({ config, ...deps }) =>
      createWebhooksService({
        ...deps,
        box: createSecretBox(config.INTERNAL_SECRET, WEBHOOK_SECRETS),
        publicUrl: config.API_PUBLIC_URL,
      }),
    ),
    provide(
      WEBHOOK_SENDER,
      {
        config: CONFIG,
        db: DB,
        notifications: WORK_NOTIFICATIONS,
        policy: FETCH_POLICY,
        mails: MAILS_SERVICE,
        onError: ON_ERROR,
      },
      ({ config, ...deps }) =>
        createWebhookSender({
          ...deps,
          box: createSecretBox(config.INTERNAL_SECRET, WEBHOOK_SECRETS),
          publicUrl: config.API_PUBLIC_URL,
        }),
    ),
  ],
  routes: using({ webhooks: WEBHOOKS_SERVICE }, ({ webhooks }, app, guardFor) =>
    registerWebhookRoutes(app, guardFor, webhooks),
  ),
  schedules: using({ sender: WEBHOOK_SENDER }, ({ sender }) => [
    { run: () => sender.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
  background: using({ sender: WEBHOOK_SENDER }, ({ sender }) => sender),
});
