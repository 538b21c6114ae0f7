import { randomBytes } from "node:crypto";
import { type BodyOf, type ClientView, routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { viewAs } from "../../../testing/viewing.ts";

let api: TestApi;
let manager: TestUser;
let outsider: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi({ LIMIT_SIGN_IN_PER_ADDRESS: "1000/60" });
  manager = await api.addUser(["manager"]);
  outsider = await api.addUser(["manager"]);
  admin = await api.addUser(["admin"]);
});
afterAll(() => api.close());

const newName = () => `Client ${randomBytes(4).toString("hex")}`;
const buildParams = (user: { clientUuid: string }) => ({ params: { id: user.clientUuid } });
const createClientAs = (body: Partial<BodyOf<typeof routes.createClient>> = {}) =>
  admin.call(routes.createClient, { body: { clientname: newName(), type: "platform", ...body } });

test("only administrators can add clients and set their terms, and every invalid field is named", async () => {
  const body = { clientname: newName(), type: "plugin" as const };
  expect(await codeOf(api.anonymous(routes.createClient, { body }))).toBe("not_signed_in");
  const answers = await Promise.all([
    codeOf(manager.call(routes.createClient, { body })),
    codeOf(manager.call(routes.updateClientAsAdmin, { ...buildParams(manager), body: { revision: 1 } })),
    codeOf(manager.call(routes.deleteClient, { ...buildParams(manager), body: { clientname: "x" } })),
    codeOf(
      manager.call(routes.setContractSigned, { ...buildParams(manager), body: { isContractSigned: true } }),
    ),
    codeOf(manager.call(routes.setBankDetailsReceived, { ...buildParams(manager), body: { isRIB: true } })),
  ]);
  expect(new Set(answers)).toEqual(new Set(["forbidden"]));
  const faulty = { revision: 1, siret: "123", phone: "call me", contactEmail: "nobody", vireed: true };
  const error = await errorOf(
    manager.call(routes.updateClient, { ...buildParams(manager), body: faulty as never }),
  );
  expect(error.fields?.map(({ path }) => path).toSorted()).toEqual(["contactEmail", "phone", "siret"]);
  // Fields that managers cannot set are dropped, like unknown fields.
  const { vireed } = await manager.call(routes.updateClient, {
    ...buildParams(manager),
    body: { vireed: true } as never,
  });
  expect(vireed).toBe(false);
});

test("a new client has its defaults, a number and a key of its own", async () => {
  const client = await createClientAs({ type: "camera", companyName: "Harbour", freeTier: true });
  expect(client).toMatchObject({
    type: "camera",
    companyName: "Harbour",
    freeTier: true,
    defaultAutoplay: true,
    defaultQualities: "shoalOptimization",
    dataToDelete: false,
    userCount: 0,
    videoCount: 0,
    revision: 1,
  });
  expect(client.clientNumber).toBeGreaterThan(1_000);
  const other = await createClientAs();
  const keys = await Promise.all(
    [client, other].map(({ uuid }) =>
      viewAs(api, admin, uuid)(routes.listStreamKeys, { params: { id: uuid } }),
    ),
  );
  expect(keys[0]).toEqual([
    { uuid: null, title: null, streamKey: expect.any(String), createdAt: client.createdAt },
  ]);
  expect(keys[0]?.[0]?.streamKey).toHaveLength(64);
  expect(keys[0]?.[0]?.streamKey).not.toBe(keys[1]?.[0]?.streamKey);
});

test("only one of two clients created at the same time with the same name, in any case, is accepted", async () => {
  const clientname = newName();
  const requests = await Promise.allSettled([
    createClientAs({ clientname }),
    createClientAs({ clientname: clientname.toUpperCase() }),
  ]);
  expect(requests.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const error = await errorOf(createClientAs({ clientname }));
  expect(error).toMatchObject({
    code: "client_name_taken",
    fields: [{ path: "clientname", reason: "is already in use" }],
  });
  const { revision } = await admin.call(routes.getClient, buildParams(outsider));
  const rename = { ...buildParams(outsider), body: { revision, clientname } };
  expect(await codeOf(admin.call(routes.updateClientAsAdmin, rename))).toBe("client_name_taken");
});

test("administrators can list, search and filter all clients, and others see only their own", async () => {
  const name = newName();
  const camera = await createClientAs({
    clientname: `${name} zebra_1`,
    type: "camera",
    contactEmail: "desk@example.org",
  });
  // The number has enough digits to never occur in names by chance.
  await sql`ALTER TABLE clients ALTER COLUMN number RESTART WITH 1234567890`.execute(api.database.db);
  const plugin = await createClientAs({ clientname: `${name} Apple`, type: "plugin" });
  const names = async (query: object) => {
    const page = await admin.call(routes.listClients, { query: query as never });
    return [page._embedded.map(({ uuid }) => uuid), page._size];
  };
  expect(await names({ search: name })).toEqual([[plugin.uuid, camera.uuid], 2]);
  expect(await names({ search: name, sort: { createdAt: 1 }, pagesize: 1 })).toEqual([[camera.uuid], 2]);
  expect(await names({ search: name, sort: { type: -1 }, page: 2, pagesize: 1 })).toEqual([[camera.uuid], 2]);
  expect(await names({ search: "a_1" })).toEqual([[camera.uuid], 1]);
  expect(await names({ search: String(plugin.clientNumber) })).toEqual([[plugin.uuid], 1]);
  expect(await names({ search: name, filter: { type: "camera" } })).toEqual([[camera.uuid], 1]);
  expect(await names({ search: name, filter: { dataToDelete: true } })).toEqual([[], 0]);
  expect(await names({ search: name, pagesize: 0 })).toEqual([[], 2]);
  const own = await manager.call(routes.listClients, { query: { search: name } });
  expect(own._embedded.map(({ uuid }) => uuid)).toEqual([manager.clientUuid]);
  expect(own._embedded[0]).toMatchObject({ userCount: 1, videoCount: 0 });
});

test("calls about another client return client_not_found, except for administrators who view it", async () => {
  const id = buildParams(outsider);
  const list = { ...id, body: { authorizedIPs: [] } };
  const set = { name: "Own", iceServers: [] };
  const answers = await Promise.all([
    codeOf(manager.call(routes.getClient, id)),
    codeOf(manager.call(routes.updateClient, { ...id, body: { revision: 1, phone: "1" } })),
    codeOf(admin.call(routes.updateClient, { ...id, body: { revision: 1, phone: "1" } })),
    codeOf(manager.call(routes.planClientDeletion, id)),
    codeOf(manager.call(routes.keepClient, id)),
    codeOf(manager.call(routes.getAuthorizations, id)),
    codeOf(manager.call(routes.setAuthorizedIps, list)),
    codeOf(manager.call(routes.listStreamKeys, id)),
    codeOf(manager.call(routes.listIces, id)),
    codeOf(manager.call(routes.getClientIce, id)),
    codeOf(manager.call(routes.addIce, { ...id, body: set })),
    codeOf(manager.call(routes.changeIce, { ...id, body: { uuid: "default", isInForce: true } })),
    codeOf(admin.call(routes.getClient, { params: { id: crypto.randomUUID() } })),
  ]);
  expect(new Set(answers)).toEqual(new Set(["client_not_found"]));
  const { revision } = await admin.call(routes.getClient, id);
  const viewed = viewAs(api, admin, outsider.clientUuid);
  const changed = await viewed(routes.updateClient, { ...id, body: { revision, phone: "+33 1 00" } });
  expect(changed).toMatchObject({ uuid: outsider.clientUuid, phone: "+33 1 00" });
});

test("a change with an old revision is refused, and open pages are notified of a valid one", async () => {
  const page = await listenAs(api, manager);
  const { revision } = await manager.call(routes.getClient, buildParams(manager));
  const change = (body: BodyOf<typeof routes.updateClient>) =>
    manager.call(routes.updateClient, { ...buildParams(manager), body });
  const defaultQualities = [{ bitrate: 3000, resolution: { width: 1280, height: 720 }, FPS: 30 }];
  const changed = await change({
    revision,
    siret: "12345678901234",
    contactEmail: "",
    defaultNumberPerPage: 50,
    defaultAutoplay: false,
    defaultQualities,
  });
  expect(changed).toMatchObject({
    siret: "12345678901234",
    defaultNumberPerPage: 50,
    defaultAutoplay: false,
    defaultQualities,
    revision: revision + 1,
  });
  expect(await page.next("client.changed")).toEqual({ uuid: manager.clientUuid });
  expect(await codeOf(change({ revision, phone: "0" }))).toBe("edit_conflict");
  expect(await manager.call(routes.getClient, buildParams(manager))).toEqual(changed);
  expect((await manager.call(routes.getMe, {})).client_infos[0]).toMatchObject({ defaultNumberPerPage: 50 });
  page.close();
});

test("an administrator can set flags, subscription, contract and bank details", async () => {
  const { uuid, revision } = await createClientAs();
  const params = { id: uuid };
  const subscriptionEndsAt = "2031-05-06T07:08:09.000Z";
  const body = {
    revision,
    vireed: true,
    restartVideos: true,
    chat: false,
    contractNumber: "C-7",
    subscriptionEndsAt,
  };
  const changed: ClientView = await admin.call(routes.updateClientAsAdmin, { params, body });
  expect(changed).toMatchObject({ ...body, revision: revision + 1 });
  await admin.call(routes.setContractSigned, { params, body: { isContractSigned: true } });
  const noted = await admin.call(routes.setBankDetailsReceived, { params, body: { isRIB: true } });
  expect(noted).toEqual({ ...changed, isContractSigned: true, isRIB: true });
  const missing = { params: { id: crypto.randomUUID() }, body: { isRIB: true } };
  expect(await codeOf(admin.call(routes.setBankDetailsReceived, missing))).toBe("client_not_found");
});
