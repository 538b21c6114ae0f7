import { createHash } from "node:crypto";
import { type Language, type Role, routes, type Seller } from "@shoal/contract";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { SAMPLE_SELLER } from "../../../testing/seller-sample.ts";
import { createContractsService } from "./contracts.service.ts";

let api: TestApi;
let owner: TestUser;
let seller: Seller | null;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  seller = SAMPLE_SELLER;
  owner = await api.addUser(["manager"]);
});

const emittedEvents: string[] = [];
const fakeRealtime = { emit: (room: string, event: string) => void emittedEvents.push(`${event} ${room}`) };
const createContracts = () =>
  createContractsService({
    db: api.database.db,
    realtime: fakeRealtime as never,
    seller: { get: async () => seller },
  });

/** Returns the caller of the service, as set by the guard. */
const createActor = (user: TestUser, roles: Role[] = ["manager"]) =>
  ({
    userUuid: user.userUuid,
    username: user.username,
    clientUuid: user.clientUuid,
    ownClientUuid: user.clientUuid,
    roles,
  }) as Parameters<ReturnType<typeof createContracts>["getState"]>[0];

const updateClientData = (user: TestUser, change: object = {}) =>
  user.call(routes.updateClient, {
    params: { id: user.clientUuid },
    body: {
      companyName: "Lagoon Média",
      postalAddress: "12 rue des Îles\n29200 Brest",
      contactFirstName: "Anaïs",
      contactLastName: "Le Gall",
      contactEmail: "anais@lagoon.example",
      siret: "73282932000074",
      ...change,
    },
  });

async function acceptContract(user: TestUser, change: { textHash?: string; version?: number } = {}) {
  const actor = createActor(user);
  const { text: _, ...read } = await createContracts().getText(actor, user.clientUuid, "FR");
  const body = { ...read, ...change, name: "Anaïs Le Gall", isAccepted: true as const };
  return createContracts().accept(actor, user.clientUuid, body);
}

test("a contract requires both parties' details, and missing ones are listed", async () => {
  seller = null;
  const actor = createActor(owner);
  const request = createContracts().getText(actor, owner.clientUuid, "EN");
  await expect(request).rejects.toMatchObject({ code: "contract_data_incomplete" });
  const state = await createContracts().getState(actor, owner.clientUuid);
  expect(state).toMatchObject({
    isContractSigned: false,
    contracts: [],
    currentVersion: 1,
    isAcceptable: true,
  });
  expect(state.missing).toContain("seller.name");
  await updateClientData(owner, { contactLastName: "" });
  seller = SAMPLE_SELLER;
  await expect(acceptContract(owner)).rejects.toMatchObject({
    code: "contract_data_incomplete",
    message: "Contract generation error: client.contactLastName missing",
    fields: [{ path: "client.contactLastName", reason: "is missing" }],
  });
  expect((await createContracts().getState(actor, owner.clientUuid)).missing).toEqual([
    "client.contactLastName",
  ]);
});

test("a SIRET is required from French companies only", async () => {
  await updateClientData(owner, { siret: "" });
  const { getState } = createContracts();
  expect((await getState(createActor(owner), owner.clientUuid)).missing).toEqual(["client.siret"]);
  await updateClientData(owner, { siret: "", country: "BE", vatNumber: "BE0403019261" });
  expect((await getState(createActor(owner), owner.clientUuid)).missing).toEqual([]);
  const { text } = await createContracts().getText(createActor(owner), owner.clientUuid, "FR");
  expect(text).toContain("Belgique");
  expect(text).toContain("BE0403019261");
});

test.each<[Language, string]>([
  ["EN", "Represented by: Anaïs Le Gall"],
  ["FR", "Représenté par\u00a0: Anaïs Le Gall"],
])("the text contains the data of both parties, in %s", async (language, line) => {
  await updateClientData(owner);
  const { text, textHash } = await createContracts().getText(createActor(owner), owner.clientUuid, language);
  for (const part of [
    SAMPLE_SELLER.name,
    SAMPLE_SELLER.registration,
    "Lagoon Média",
    "12 rue des Îles",
    "29200 Brest",
    line,
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/30 (days of their date|jours à compter)/);
  expect(text).not.toMatch(/[{}]/);
  expect(textHash).toBe(createHash("sha256").update(text).digest("hex"));
});

test("accepting the text creates a contract with its PDF, sets the client's state and number, and is logged", async () => {
  await updateClientData(owner);
  const contract = await acceptContract(owner);
  const { number } = await api.database.db
    .selectFrom("clients")
    .select("number")
    .where("uuid", "=", owner.clientUuid)
    .executeTakeFirstOrThrow();
  expect(contract).toMatchObject({
    number: `${new Date().getUTCFullYear()}-${number}-1`,
    version: 1,
    language: "FR",
    companyName: "Lagoon Média",
    acceptedName: "Anaïs Le Gall",
    acceptedBy: owner.username,
  });
  expect(emittedEvents).toContain(`client.changed ${owner.clientUuid}`);
  const client = await owner.call(routes.getClient, { params: { id: owner.clientUuid } });
  expect(client).toMatchObject({ isContractSigned: true, contractNumber: contract.number });
  const url = `${api.url}/api/clients/${owner.clientUuid}/contracts/${contract.uuid}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${owner.credential}` } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(answer.headers.get("content-disposition")).toContain(`contract-${contract.number}.pdf`);
  const pdf = Buffer.from(await answer.arrayBuffer());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  for (const part of [contract.number, contract.textHash, "Anaïs Le Gall", owner.username, "Shoal Test SAS"])
    expect(text).toContain(part);
  // The file keeps the data at the time of acceptance, even if the client is renamed later.
  await updateClientData(owner, { companyName: "Another" });
  const again = await fetch(url, { headers: { authorization: `Bearer ${owner.credential}` } });
  expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true);
});

test("accepting another text than the current one is refused", async () => {
  await updateClientData(owner);
  await expect(acceptContract(owner, { textHash: "0".repeat(64) })).rejects.toMatchObject({
    code: "contract_text_changed",
  });
  await expect(acceptContract(owner, { version: 2 })).rejects.toMatchObject({
    code: "contract_text_changed",
  });
  const actor = createActor(owner);
  const { text: _, ...read } = await createContracts().getText(actor, owner.clientUuid, "EN");
  await updateClientData(owner, { companyName: "Another" });
  const late = createContracts().accept(actor, owner.clientUuid, {
    ...read,
    name: "Anaïs",
    isAccepted: true,
  });
  await expect(late).rejects.toMatchObject({ code: "contract_text_changed" });
  expect((await createContracts().getState(actor, owner.clientUuid)).contracts).toEqual([]);
});

test("one contract is created if two managers accept concurrently", async () => {
  await updateClientData(owner);
  const other = await api.addUser(["manager"], { clientOf: owner });
  const outcomes = await Promise.allSettled([acceptContract(owner), acceptContract(other)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = outcomes.find((outcome) => outcome.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "contract_already_signed" });
});

test("a contract that an administrator resets can be accepted again, with a new number", async () => {
  const admin = await api.addUser(["admin"]);
  const params = { id: owner.clientUuid };
  await updateClientData(owner);
  await admin.call(routes.updateClientAsAdmin, { params, body: { contractNumber: "CTR-7" } });
  expect((await acceptContract(owner)).number).toBe("CTR-7");
  await admin.call(routes.setContractSigned, { params, body: { isContractSigned: false } });
  const second = await acceptContract(owner);
  expect(second.number).toMatch(/-2$/);
  const { contracts: all, isAcceptable } = await owner.call(routes.getContract, { params });
  expect(all.map(({ number }) => number)).toEqual([second.number, "CTR-7"]);
  expect(isAcceptable).toBe(false);
});

test("only the client's managers can accept, while administrators can read contracts and replace terms", async () => {
  const admin = await api.addUser(["admin"]);
  const editor = await api.addUser(["editor"], { clientOf: owner });
  const params = { id: owner.clientUuid };
  await updateClientData(owner);
  expect(await codeOf(api.anonymous(routes.getContract, { params }))).toBe("not_signed_in");
  expect(await codeOf(editor.call(routes.getContract, { params }))).toBe("forbidden");
  expect(await codeOf(owner.call(routes.getContractTerms, {}))).toBe("forbidden");
  const stranger = await api.addUser(["manager"]);
  expect(await codeOf(stranger.call(routes.getContract, { params }))).toBe("client_not_found");
  expect((await admin.call(routes.getContract, { params })).currentVersion).toBe(1);
  const viewer = { ...createActor(admin, ["admin"]), clientUuid: owner.clientUuid };
  const { text: _, ...read } = await createContracts().getText(viewer, owner.clientUuid, "EN");
  const tried = createContracts().accept(viewer, owner.clientUuid, {
    ...read,
    name: "Admin",
    isAccepted: true,
  });
  await expect(tried).rejects.toMatchObject({ code: "contract_signer_wrong" });

  const contract = await acceptContract(owner);
  const terms = await admin.call(routes.getContractTerms, {});
  expect(terms).toMatchObject({ version: 1, createdBy: null });
  const replace = (EN: string, basedOn = 1) =>
    admin.call(routes.replaceContractTerms, { body: { EN, FR: terms.FR, basedOn } });
  expect(await codeOf(replace("Dear {{client.nickname}}"))).toBe("bad_request");
  expect(await codeOf(replace("Old", 7))).toBe("edit_conflict");
  const replaced = await replace("# 1. All\n\nNew terms of {{seller.name}}.");
  expect(replaced).toMatchObject({ version: 2, createdBy: admin.username, contractCount: 0 });
  expect(await codeOf(replace("Late", 1))).toBe("edit_conflict");
  const state = await owner.call(routes.getContract, { params });
  // Accepted terms stay in force until the new ones are accepted.
  expect(state).toMatchObject({ isContractSigned: true, currentVersion: 2, isAcceptable: true });
  expect(state.contracts[0]).toEqual(contract);
  const { text } = await createContracts().getText(createActor(owner), owner.clientUuid, "EN");
  expect(text).toMatch(/New terms of Shoal Test SAS\.$/);
});
