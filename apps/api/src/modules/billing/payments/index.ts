import type { Config } from "../../../config.ts";
import { carriesOut, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, JOB_QUEUE, ON_ERROR } from "../../../platform/needs.ts";
import { PAYER_DELETION } from "../../accounts/clients/index.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { CHARGED_METHOD, CHARGES_OF_INVOICES, INVOICES_SERVICE, IS_CHARGED } from "../invoices/index.ts";
import {
  type ChargesService,
  createChargesService,
  findChargedMethod,
  findCharges,
  isCharged,
} from "./charges.service.ts";
import { collectInvoices } from "./collect-invoices.ts";
import { PAYMENT_MAILS } from "./mails/index.ts";
import { createMeansService, type MeansService } from "./means.service.ts";
import { deleteCustomer, FORGET_PAYER, forgetPayer } from "./payers.ts";
import { registerPaymentRoutes } from "./payments.routes.ts";
import { reducedCharges } from "./payments.table.ts";
import { openStripe, type StripeSettings } from "./stripe-client.ts";
import { handleEvent } from "./webhook.ts";

export { paymentTables } from "./payments.table.ts";

const CHARGES_SERVICE = need<ChargesService>("charges of invoices");
/** The maximum delay before a new invoice is charged, or marked as paid after a bank has paid. */
const COLLECT_PAUSE_MS = 600_000;
const PAYMENT_MEANS = need<MeansService>("means of payment");

export const paymentsModule = defineModule({
  name: "payments",
  migrations: { "151-reduced-charges": reducedCharges },
  mails: PAYMENT_MAILS,
  services: [
    provide(IS_CHARGED, {}, () => isCharged),
    provide(CHARGES_OF_INVOICES, {}, () => findCharges),
    provide(
      CHARGED_METHOD,
      { config: CONFIG },
      ({ config }) =>
        async (tx, clientUuid, cents) =>
          settingsOf(config) && findChargedMethod(tx, clientUuid, cents),
    ),
    provide(CHARGES_SERVICE, { config: CONFIG, db: DB, mails: MAILS_SERVICE }, ({ config, ...deps }) =>
      createChargesService({ ...deps, ...stripeOf(config) }),
    ),
    provide(PAYMENT_MEANS, { config: CONFIG, db: DB }, ({ config, db }) =>
      createMeansService({ db, ...stripeOf(config) }),
    ),
    provide(
      PAYER_DELETION,
      { queue: JOB_QUEUE },
      ({ queue }) =>
        (tx, clientUuid) =>
          forgetPayer(queue, tx, clientUuid),
    ),
  ],
  routes: using(
    { config: CONFIG, charges: CHARGES_SERVICE, means: PAYMENT_MEANS, invoices: INVOICES_SERVICE },
    ({ config, charges, means, invoices }, app, guardFor) => {
      const settings = settingsOf(config);
      const webhook = settings && {
        stripe: openStripe(settings),
        webhookSecret: settings.webhookSecret,
        means,
        charges,
        invoices,
      };
      registerPaymentRoutes(app, guardFor, {
        means,
        publicUrl: config.API_PUBLIC_URL,
        handleEvent: webhook && ((body, signature) => handleEvent(webhook, body, signature)),
      });
    },
  ),
  tasks: [
    carriesOut(
      FORGET_PAYER,
      using({ config: CONFIG }, ({ config }) => async ({ customerId }) => {
        const { stripe } = stripeOf(config);
        // The error repeats the task, because the customer would otherwise never be deleted.
        if (!stripe) throw new Error("Stripe is not configured, so its customer cannot be deleted");
        await deleteCustomer(stripe, customerId);
      }),
    ),
  ],
  schedules: using({ charges: CHARGES_SERVICE, invoices: INVOICES_SERVICE, onError: ON_ERROR }, (deps) =>
    deps.charges.isOffered ? [{ run: () => collectInvoices(deps), pauseMs: COLLECT_PAUSE_MS }] : [],
  ),
});

function settingsOf(config: Config): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: config.STRIPE_API_URL } : undefined;
}

function stripeOf(config: Config) {
  const settings = settingsOf(config);
  return { stripe: settings && openStripe(settings), publicUrl: config.API_PUBLIC_URL };
}
