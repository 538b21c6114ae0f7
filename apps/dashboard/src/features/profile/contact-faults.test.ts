import { expect, test } from "vitest";
import { findContactFaults } from "./contact-faults.ts";

const EMPTY = {
  companyName: "",
  siret: "",
  contactFirstName: "",
  contactLastName: "",
  contactEmail: "",
  phone: "",
  postalAddress: "",
  country: "FR",
  vatNumber: "",
};
const NONE = { siret: false, contactEmail: false, phone: false, vatNumber: false };

test("every field can be empty", () => {
  expect(findContactFaults(EMPTY)).toEqual(NONE);
});

test("a SIRET and a VAT number can contain spaces between groups", () => {
  expect(findContactFaults({ ...EMPTY, vatNumber: "fr 40 303 265 045" })).toEqual(NONE);
  expect(findContactFaults({ ...EMPTY, siret: "732 829 320 00074", phone: "+33 (0)1.23-45" })).toEqual(NONE);
});

test.each([
  [{ siret: "7328293200007" }, "siret"],
  [{ siret: "7328293200007A" }, "siret"],
  [{ contactEmail: "someone@" }, "contactEmail"],
  [{ phone: "ask for it" }, "phone"],
  [{ vatNumber: "FR1" }, "vatNumber"],
])("%o has a fault in %s", (values, field) => {
  expect(findContactFaults({ ...EMPTY, ...values })).toEqual({ ...NONE, [field]: true });
});
