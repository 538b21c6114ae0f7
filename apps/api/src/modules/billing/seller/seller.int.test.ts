import { routes, type Seller } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { SAMPLE_SELLER } from "../../../testing/seller-sample.ts";

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.addUser(["admin"]);
});
afterAll(() => api.close());

const saveSellerData = (own: Partial<Seller>, user = admin) =>
  user.call(routes.saveSeller, { body: { ...SAMPLE_SELLER, ...own } });
const pathsOf = async (own: Partial<Seller>) =>
  ((await errorOf(saveSellerData(own))).fields ?? []).map(({ path }) => path).toSorted();

test("an administrator enters the seller, and numbers may be written in groups", async () => {
  expect(await admin.call(routes.getSeller, {})).toEqual({ seller: null });
  await saveSellerData({ siret: "732 829 320 00074", iban: "FR76 3000 6000 0112 3456 7890 189" });
  expect(await admin.call(routes.getSeller, {})).toEqual({ seller: SAMPLE_SELLER });
  await saveSellerData({ city: "Brest" });
  expect((await admin.call(routes.getSeller, {})).seller).toEqual({ ...SAMPLE_SELLER, city: "Brest" });
});

test("other users can neither read nor change the seller", async () => {
  const manager = await api.addUser(["manager"]);
  expect(await codeOf(api.anonymous(routes.getSeller, {}))).toBe("not_signed_in");
  expect(await codeOf(manager.call(routes.getSeller, {}))).toBe("forbidden");
  expect(await codeOf(saveSellerData({}, manager))).toBe("forbidden");
});

test("invalid numbers are refused, each with its field", async () => {
  expect(await pathsOf({ siren: "732829321" })).toEqual(["siren"]);
  expect(await pathsOf({ siren: "303265045" })).toEqual(["siret"]);
  expect(await pathsOf({ siret: "73282932000075", vatNumber: "FR4130326504" })).toEqual([
    "siret",
    "vatNumber",
  ]);
  expect(await pathsOf({ siret: "35600000000048" })).toEqual(["siret"]);
  expect(await pathsOf({ iban: "FR7630006000011234567890188", bic: "AGRI" })).toEqual(["bic", "iban"]);
  expect(await pathsOf({ siren: "", siret: "" })).toEqual(["siren"]);
  expect(await pathsOf({ country: "BE" })).toEqual(["siren", "siret"]);
  expect(await pathsOf({ country: "ZZ", name: " ", paymentTermDays: 61 })).toEqual([
    "country",
    "name",
    "paymentTermDays",
  ]);
});

test("a client's country is France by default, and its VAT number must have a valid format", async () => {
  const manager = await api.addUser(["manager"]);
  const params = { id: manager.clientUuid };
  const change = (body: object) => manager.call(routes.updateClient, { params, body });
  expect(await manager.call(routes.getClient, { params })).toMatchObject({ country: "FR", vatNumber: "" });
  expect(await change({ country: "be", vatNumber: "BE 0428.759.497" })).toMatchObject({
    country: "BE",
    vatNumber: "BE0428759497",
  });
  const fields = (await errorOf(change({ country: "ZZ", vatNumber: "BE042875949" }))).fields ?? [];
  expect(fields.map(({ path }) => path).toSorted()).toEqual(["country", "vatNumber"]);
});
