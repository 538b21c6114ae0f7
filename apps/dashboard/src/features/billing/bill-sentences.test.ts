import { expect, test } from "vitest";
import { texts as billingEn } from "../../i18n/en/billing.ts";
import { texts as helpEn } from "../../i18n/en/help.ts";
import { texts as billingFr } from "../../i18n/fr/billing.ts";
import { texts as helpFr } from "../../i18n/fr/help.ts";

test.each([
  ["English", billingEn, helpEn],
  ["French", billingFr, helpFr],
])("the help quotes the bill's sentences about peers and storage in %s", (_, { billing }, help) => {
  expect(JSON.stringify(help)).toContain(JSON.stringify(billing.peersBilled).slice(1, -1));
  expect(JSON.stringify(help)).toContain(JSON.stringify(billing.storageMeasured).slice(1, -1));
});
