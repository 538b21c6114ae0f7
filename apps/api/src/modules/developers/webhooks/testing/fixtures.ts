import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const webhookParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
/** The parameters of a delivery that does not exist. The check that another client's webhook is not found comes first. */
const deliveryParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, delivery: 1 } });

/** A webhook that is turned off, so that nothing is sent to it. */
export const webhookFixtures: ModuleFixtures = {
  table: "webhooks",
  insertsFor: (db, { clientUuid, marker, thingUuid }) => [
    db.insertInto("webhooks").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      url: `https://${marker}.example.org/hook`,
      description: marker,
      events: [],
      sealed_secret: "",
      is_on: false,
      off_reason: "user",
    }),
  ],
  targets: {
    updateWebhook: (owner) => ({ ...webhookParams(owner), body: { description: "Another" } }),
    deleteWebhook: webhookParams,
    renewWebhookSecret: webhookParams,
    testWebhook: webhookParams,
    listWebhookDeliveries: webhookParams,
    getWebhookDelivery: deliveryParams,
    resendWebhookDelivery: deliveryParams,
    resendWebhookEvents: (owner) => ({
      ...webhookParams(owner),
      body: { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" },
    }),
  },
};
