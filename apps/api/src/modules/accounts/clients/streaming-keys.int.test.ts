import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { routes } from "@shoal/contract";
import { ClientDescriptor, INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { makeTokenSigner, signToken } from "@shoal/testkit";
import { verifyStreamingToken } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";

let api: TestApi;
let manager: TestUser;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
  editor = await api.addUser(["editor"], { clientOf: manager });
});
afterAll(() => api.close());

const buildParams = (user: TestUser) => ({ params: { id: user.clientUuid } });
const addKey = (user: TestUser, body: { name: string; publicKey?: string }) =>
  user.call(routes.addStreamingKey, { ...buildParams(user), body });
const deleteKey = (user: TestUser, key: string) =>
  user.call(routes.deleteStreamingKey, { params: { id: user.clientUuid, key } });

test("a manager can generate a key pair, whose private key is shown once and signs valid tokens", async () => {
  expect(await codeOf(api.anonymous(routes.listStreamingKeys, buildParams(manager)))).toBe("not_signed_in");
  expect(await codeOf(editor.call(routes.listStreamingKeys, buildParams(manager)))).toBe("forbidden");
  expect(
    await codeOf(editor.call(routes.addStreamingKey, { ...buildParams(manager), body: { name: "a" } })),
  ).toBe("forbidden");
  const { privateKey, ...view } = await addKey(manager, { name: " Shop " });
  expect(view.name).toBe("Shop");
  expect(await manager.call(routes.listStreamingKeys, buildParams(manager))).toEqual([view]);
  const pem = privateKey ?? "";
  expect(createPublicKey(pem).export({ type: "spki", format: "pem" })).toBe(view.publicKey);
  const token = signToken({ key: view, privateKey: createPrivateKey(pem) }, { video: "film" });
  const attempt = { videos: ["film"], collection: undefined, page: "", address: "192.0.2.1" };
  const { uuid, publicKey } = view;
  expect(await verifyStreamingToken(token, [{ uuid, publicKey }], attempt, Date.now())).toEqual({
    kind: "passed",
    keyId: uuid,
  });
});

test("edges receive added and deleted keys with the client's next revision, at most two keys", async () => {
  const own = await api.addUser(["manager"]);
  const [first, second] = [makeTokenSigner().key, makeTokenSigner().key];
  const described = async () => {
    const response = await fetch(`${api.internalUrl}/internal/clients/${own.clientUuid}`, {
      headers: { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" },
    });
    return ClientDescriptor.parse(await response.json());
  };
  const before = await described();
  const one = await addKey(own, { name: "One", publicKey: first.publicKey });
  expect(one).toMatchObject({ publicKey: first.publicKey, privateKey: null });
  const again = await errorOf(addKey(own, { name: "Again", publicKey: first.publicKey }));
  expect(again.fields).toEqual([{ path: "publicKey", reason: "is already one of the client's keys" }]);
  const two = await addKey(own, { name: "Two", publicKey: second.publicKey });
  expect(await codeOf(addKey(own, { name: "Three" }))).toBe("streaming_keys_too_many");
  const keysOf = (keys: (typeof one)[]) => keys.map(({ uuid, publicKey }) => ({ uuid, publicKey }));
  const after = await described();
  expect(after.streamingKeys).toEqual(keysOf([one, two]));
  expect(after.revision).toBeGreaterThan(before.revision);
  await deleteKey(own, one.uuid);
  expect(await codeOf(deleteKey(own, one.uuid))).toBe("streaming_key_not_found");
  expect((await described()).streamingKeys).toEqual(keysOf([two]));
  // A manager of another client can neither read nor delete the client's keys.
  expect(await codeOf(deleteKey(manager, two.uuid))).toBe("streaming_key_not_found");
  expect(await codeOf(manager.call(routes.listStreamingKeys, buildParams(own)))).toBe("client_not_found");
});

const createPem = (kind: "rsa" | "P-384" | "private" | "sec1") => {
  if (kind === "rsa")
    return generateKeyPairSync("rsa", { modulusLength: 2_048 }).publicKey.export({
      type: "spki",
      format: "pem",
    });
  const { publicKey, privateKey } = generateKeyPairSync("ec", {
    namedCurve: kind === "P-384" ? "P-384" : "P-256",
  });
  if (kind === "P-384") return publicKey.export({ type: "spki", format: "pem" });
  return privateKey.export({ type: kind === "private" ? "pkcs8" : "sec1", format: "pem" });
};

test.each([
  ["a text that is no key", "nonsense", "is not a public key in PEM (SPKI)"],
  ["an RSA key", String(createPem("rsa")), "is not a P-256 key"],
  ["a key of another curve", String(createPem("P-384")), "is not a P-256 key"],
  ["a private key", String(createPem("private")), "is a private key: keep it secret and send the public key"],
  [
    "a private key in OpenSSL's own format",
    String(createPem("sec1")),
    "is a private key: keep it secret and send the public key",
  ],
])("%s is refused with the reason", async (_, publicKey, reason) => {
  const error = await errorOf(addKey(manager, { name: "Wrong", publicKey }));
  expect(error).toMatchObject({ code: "bad_request", fields: [{ path: "publicKey", reason }] });
});
