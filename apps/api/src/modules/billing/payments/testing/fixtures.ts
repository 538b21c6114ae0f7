import type { ModuleFixtures } from "../../../../testing/fixtures.ts";

export const paymentFixtures: ModuleFixtures = {
  table: "payment_means",
  insertsFor: (db, { clientUuid, marker }) => [
    db.insertInto("payment_means").values({
      client_uuid: clientUuid,
      customer_id: `cus_${marker}`,
      method_id: `pm_${marker}`,
      method_kind: "card",
      method_label: marker,
      method_at: new Date(),
    }),
    db.insertInto("payment_charges").values({
      invoice_number: marker,
      client_uuid: clientUuid,
      cents: 100,
      customer_id: `cus_${marker}`,
      method_id: `pm_${marker}`,
    }),
  ],
  targets: {
    // The server of these tests has no payment provider.
    confirmCheckout: () => ({ params: { checkout: "cs_test_sample" } }),
  },
};
