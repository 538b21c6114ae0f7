import { expect, test } from "vitest";
import { findContactFaults } from "./contact-faults.ts";

const EMPTY_CONTACT = {
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
const NO_FAULTS = { siret: false, contactEmail: false, phone: false, vatNumber: false };

test("every field can be empty", () => {
  expect(findContactFaults(EMPTY_CONTACT)).toEqual(NO_FAULTS);
});

test("a SIRET and a VAT number can contain spaces between groups", () => {
  expect(findContactFaults({ ...EMPTY_CONTACT, vatNumber: "fr 40 303 265 045" })).toEqual(NO_FAULTS);
  expect(
    findContactFaults({ ...EMPTY_CONTACT, siret: "732 829 320 00074", phone: "+33 (0)1.23-45" }),
  ).toEqual(NO_FAULTS);
});

test.each([
  [{ siret: "7328293200007" }, "siret"],
  [{ siret: "7328293200007A" }, "siret"],
  [{ contactEmail: "someone@" }, "contactEmail"],
  [{ phone: "ask for it" }, "phone"],
  [{ vatNumber: "FR1" }, "vatNumber"],
])("%o has a fault in %s", (values, field) => {
  expect(findContactFaults({ ...EMPTY_CONTACT, ...values })).toEqual({ ...NO_FAULTS, [field]: true });
});
