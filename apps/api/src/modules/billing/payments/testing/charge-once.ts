import { openDatabase } from "../../../../platform/database.ts";
import { createChargesService, type DueInvoice } from "../charges.service.ts";
import { openStripe } from "../stripe-client.ts";

/** The arguments of a process that charges one invoice: `node charge-once.ts <database> <provider> <invoice as JSON>`. */
const [databaseUrl = "", apiUrl = "", invoice = ""] = process.argv.slice(2);
const { db, close } = openDatabase(databaseUrl, 1);
const charges = createChargesService({
  db,
  stripe: openStripe({ secretKey: "sk_test_of_tests", apiUrl }),
  publicUrl: "https://shoal.example",
  mails: { send: async () => undefined },
});
console.log(await charges.charge(JSON.parse(invoice) as DueInvoice));
await close();
