import { type RouteSpec, routes } from "@shoal/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";

const IBAN = "FR7630006000011234567890189";
const BANK_FILE = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

let api: TestApi;
let owner: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.addUser(["admin"]);
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await api.addUser(["manager"]);
});

const buildParams = (user: TestUser) => ({ params: { id: user.clientUuid } });

interface UploadOptions {
  bytes?: Buffer;
  name?: string;
  fields?: object;
}

async function sendBankDetails(
  user: TestUser,
  { bytes = BANK_FILE, name = "rib.pdf", fields = {} }: UploadOptions = {},
  of = user,
) {
  const body = new FormData();
  const sent = {
    holder: "Lagoon Média",
    iban: "FR76 3000 6000 0112 3456 7890 189",
    bic: "agrifrpp",
    ...fields,
  };
  for (const [key, value] of Object.entries(sent)) body.set(key, String(value));
  body.set("file", new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${api.url}/api/clients/${of.clientUuid}/rib`, {
    method: "POST",
    headers: { authorization: `Bearer ${user.credential}` },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

const downloadFile = (user: TestUser, of = user) =>
  fetch(`${api.url}/api/clients/${of.clientUuid}/rib/file`, {
    headers: { authorization: `Bearer ${user.credential}` },
  });

/** Lists the log entries about bank details. */
async function listLogged(user: TestUser) {
  const rows = await api.database.db
    .selectFrom("logs")
    .select(["type", "username", "target", "is_viewed"])
    .where("client_uuid", "=", user.clientUuid)
    .where("type", "like", "%/rib%")
    .orderBy("id")
    .execute();
  return rows.map(({ type, username, target, is_viewed }) => [type, username, target, is_viewed]);
}
const typeOf = ({ method, path }: RouteSpec) => `${method} ${path}`;

test("bank details are shown masked, and each access to the full data is logged", async () => {
  expect(await owner.call(routes.getBankDetails, buildParams(owner))).toEqual({
    isRIB: false,
    details: null,
  });
  const { status, body } = await sendBankDetails(owner, { name: "C:\\scans\\Relevé d’identité.pdf" });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    isRIB: true,
    details: {
      holder: "Lagoon Média",
      maskedIban: "FR76 •••• 0189",
      bic: "AGRIFRPP",
      fileName: "Relevé d’identité.pdf",
      fileType: "application/pdf",
      sizeBytes: BANK_FILE.length,
      savedBy: owner.username,
    },
  });
  expect(JSON.stringify(body)).not.toContain(IBAN);
  expect((await owner.call(routes.getClient, buildParams(owner))).isRIB).toBe(true);
  expect(await owner.call(routes.revealIban, buildParams(owner))).toEqual({ iban: IBAN });
  const file = await downloadFile(admin, owner);
  expect(Buffer.from(await file.arrayBuffer()).equals(BANK_FILE)).toBe(true);
  expect([file.headers.get("content-type"), file.headers.get("x-content-type-options")]).toEqual([
    "application/pdf",
    "nosniff",
  ]);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(await listLogged(owner)).toEqual([
    [typeOf(routes.saveBankDetails), owner.username, "FR76 •••• 0189", false],
    [typeOf(routes.revealIban), owner.username, "FR76 •••• 0189", false],
    [typeOf(routes.downloadBankFile), admin.username, "Relevé d’identité.pdf", true],
  ]);
});

test("bank details are encrypted in the database", async () => {
  await sendBankDetails(owner);
  const row = await api.database.db
    .selectFrom("bank_details")
    .selectAll()
    .where("client_uuid", "=", owner.clientUuid)
    .executeTakeFirstOrThrow();
  expect(row.sealed_file.includes(BANK_FILE.subarray(0, 8))).toBe(false);
  expect(JSON.stringify({ ...row, sealed_file: "" })).not.toContain("0112");
});

test("encrypted bank details of one client cannot be decrypted for another", async () => {
  await sendBankDetails(owner);
  const other = await api.addUser(["manager"]);
  await sendBankDetails(other);
  const { sealed_file, sealed_iban } = await api.database.db
    .selectFrom("bank_details")
    .select(["sealed_file", "sealed_iban"])
    .where("client_uuid", "=", owner.clientUuid)
    .executeTakeFirstOrThrow();
  await api.database.db
    .updateTable("bank_details")
    .set({ sealed_file, sealed_iban })
    .where("client_uuid", "=", other.clientUuid)
    .execute();
  expect(await codeOf(other.call(routes.revealIban, buildParams(other)))).toBe("internal_error");
  expect((await downloadFile(other)).status).toBe(500);
});

test.each<[string, UploadOptions, number, string]>([
  ["an IBAN whose check digits are wrong", { fields: { iban: "FR7630006000011234567890188" } }, 400, "iban"],
  ["a BIC with an unknown country", { fields: { bic: "AGRIZZPP" } }, 400, "bic"],
  ["a blank account holder", { fields: { holder: " " } }, 400, "holder"],
  ["an HTML page sent as a PDF", { bytes: Buffer.from("<html>") }, 400, "file"],
  ["a truncated PDF", { bytes: BANK_FILE.subarray(0, 20) }, 400, "file"],
  ["an empty file", { bytes: Buffer.alloc(0) }, 400, "file"],
])("%s is refused, and the existing bank details stay", async (_, sent, status, field) => {
  await sendBankDetails(owner);
  const before = await owner.call(routes.getBankDetails, buildParams(owner));
  const answer = await sendBankDetails(owner, sent);
  expect(answer).toMatchObject({ status, body: { fields: [{ path: field }] } });
  expect(await owner.call(routes.getBankDetails, buildParams(owner))).toEqual(before);
});

test("a file larger than 5 MB is refused, and one of exactly 5 MB is accepted", async () => {
  const most = Buffer.concat([BANK_FILE, Buffer.alloc(5_000_000 - 2 * BANK_FILE.length, 32), BANK_FILE]);
  expect((await sendBankDetails(owner, { bytes: Buffer.concat([most, Buffer.of(32)]) })).body.code).toBe(
    "file_too_large",
  );
  expect((await sendBankDetails(owner, { bytes: most })).status).toBe(201);
});

test("only managers and administrators can replace and delete bank details", async () => {
  const editor = await api.addUser(["editor"], { clientOf: owner });
  const stranger = await api.addUser(["manager"]);
  expect((await sendBankDetails(editor)).status).toBe(403);
  expect((await sendBankDetails(stranger, {}, owner)).body.code).toBe("client_not_found");
  expect(await codeOf(editor.call(routes.getBankDetails, buildParams(owner)))).toBe("forbidden");
  expect(await codeOf(owner.call(routes.revealIban, buildParams(owner)))).toBe("bank_details_missing");
  await sendBankDetails(owner);
  for (const route of [routes.getBankDetails, routes.revealIban, routes.deleteBankDetails] as const)
    expect(await codeOf(stranger.call(route, buildParams(owner)))).toBe("client_not_found");
  expect((await downloadFile(stranger, owner)).status).toBe(404);
  // The administrator uploads the file that the client mailed to the operator.
  const { body } = await sendBankDetails(admin, { name: "by-mail.pdf" }, owner);
  expect(body.details).toMatchObject({ fileName: "by-mail.pdf", savedBy: admin.username });
  expect(await owner.call(routes.deleteBankDetails, buildParams(owner))).toEqual({
    isRIB: false,
    details: null,
  });
  expect(await codeOf(owner.call(routes.deleteBankDetails, buildParams(owner)))).toBe("bank_details_missing");
  expect((await owner.call(routes.getClient, buildParams(owner))).isRIB).toBe(false);
});
