import { type AddedApiKey, type ApiKeyView, routes, SCOPES_OF_TYPE } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ApiKeys } from "./api-keys.tsx";

cleanAfterEach();

const CLIENT_UUID = "6f1c2d3e-0000-4000-8000-00000000000c";
const VIDEO_UUID = "6f1c2d3e-0000-4000-8000-0000000000a1";
const API_KEY: ApiKeyView = {
  uuid: "6f1c2d3e-0000-4000-8000-000000000001",
  type: "upload",
  scopes: [...SCOPES_OF_TYPE.upload],
  description: "Encoder",
  fixedParameters: { videos: [], tag: "partner" },
  addresses: ["203.0.113.7"],
  createdAt: "2026-03-04T05:06:07.000Z",
  createdBy: "manager",
  expiresAt: null,
  oldSecretUntil: null,
  lastUsedAt: "2026-03-05T05:06:07.000Z",
  lastUsedAddress: "203.0.113.7",
  lastUsedCall: "POST /api/videos",
};
const ADDED_API_KEY: AddedApiKey = { ...API_KEY, key: `shoal_${API_KEY.uuid}_secret`, secret: "secret" };
const createKeyList = (keys: ApiKeyView[], size = keys.length) =>
  answer(routes.listApiKeys, () => ({ _embedded: keys, _size: size }));
const showApiKeys = () => show(<ApiKeys clientUuid={CLIENT_UUID} isReadOnly={false} />);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name, exact: true });

test("a failed list can be reloaded, and shows type, limits and last use of each key", async () => {
  refuse(routes.listApiKeys, new Refusal("unavailable"));
  showApiKeys();
  await expect.element(page.getByRole("alert")).toBeVisible();
  createKeyList([
    API_KEY,
    { ...API_KEY, uuid: "2", description: "Old", expiresAt: "2026-03-05T00:00:00Z", lastUsedAt: null },
  ]);
  await button("Try again").click();
  const row = page.getByRole("article", { name: "Encoder" });
  await expect.element(row.getByText("Uploads videos")).toBeVisible();
  await expect.element(row.getByText(/from 203\.0\.113\.7: POST \/api\/videos$/)).toBeVisible();
  await expect.element(row.getByText(/by manager · 1 allowed IP address · 1 fixed parameter$/)).toBeVisible();
  const old = page.getByRole("article", { name: "Old" });
  await expect.element(old.getByText("Expired", { exact: true })).toBeVisible();
  await expect.element(old.getByText("Never used")).toBeVisible();
});

test("the form explains permissions, shows faults at their fields, and shows the new key once with a sample call", async () => {
  createKeyList([]);
  answer(routes.listConfigs, () => ({ _embedded: [], _size: 0 }));
  const sent = refuse(
    routes.addApiKey,
    new Refusal("bad_request", [{ path: "addresses", reason: "is not an address" }]),
  );
  showApiKeys();
  await button("Add key").click();
  const type = page.getByRole("combobox", { name: "Type" });
  await expect.element(page.getByText(/^Can read videos, lives, analytics/)).toBeVisible();
  await expect.element(field("Tag")).not.toBeInTheDocument();
  await type.selectOptions("upload");
  await expect.element(page.getByText(/^Can create videos, upload their files/)).toBeVisible();
  await field("Expires on").fill("01/01/2020 00:00");
  await button("Add key").click();
  await expect.element(page.getByText("Enter a description")).toBeVisible();
  await expect.element(page.getByText("Enter a date in the future, or leave the field empty")).toBeVisible();
  await field("Expires on").fill("");
  await field("Description").fill(" Encoder ");
  await field("Allowed IP addresses").fill("203.0.113.7\n2001:db8::/32");
  await field("Tag").fill("partner");
  await field("Maximum file size (MB)").fill("20");
  await button("Add key").click();
  await expect.element(page.getByText(/is not an address/)).toBeVisible();
  expect(sent[0]?.body).toEqual({
    type: "upload",
    description: "Encoder",
    expiresAt: null,
    addresses: ["203.0.113.7", "2001:db8::/32"],
    fixedParameters: { videos: [], tag: "partner", maxSizeBytes: 20_000_000 },
  });
  answer(routes.addApiKey, () => ADDED_API_KEY);
  await button("Add key").click();
  const dialog = page.getByRole("dialog", { name: "Key “Encoder”" });
  await expect.element(dialog.getByLabelText("Key", { exact: true })).toHaveValue(ADDED_API_KEY.key);
  await expect.element(dialog.getByText(/^curl -H "Authorization: Bearer shoal_/)).toBeVisible();
  // The dialog that shows the key can be closed only by its button.
  await userEvent.keyboard("{Escape}{Escape}");
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a key can fix the qualities of its new videos, and be limited to certain videos", async () => {
  createKeyList([]);
  answer(routes.listConfigs, () => ({ _embedded: [], _size: 0 }));
  answer(routes.listVideos, () => ({ _embedded: [{ uuid: VIDEO_UUID, title: "Reel" }], _size: 1 }) as never);
  const sent = answer(routes.addApiKey, () => ADDED_API_KEY);
  showApiKeys();
  await button("Add key").click();
  await field("Description").fill("Player");
  await page.getByRole("combobox", { name: "Only these videos" }).click();
  await page.getByRole("option", { name: "Reel" }).click();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("combobox", { name: "Type" }).selectOptions("full");
  await page.getByRole("switch", { name: /^Fixed qualities/ }).click();
  await page.getByRole("radio", { name: /^My own qualities/ }).click();
  await page.getByRole("textbox", { name: /^Bitrate/ }).fill("");
  await button("Add key").click();
  await expect
    .element(page.getByRole("group", { name: "Fixed parameters" }).getByRole("alert"))
    .toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("textbox", { name: /^Bitrate/ }).fill("2500");
  await button("Add key").click();
  await expect.element(button("I have saved it")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({
    fixedParameters: {
      videos: [VIDEO_UUID],
      inputQualities: [{ bitrate: 2500, resolution: { width: 1920, height: 1080 }, FPS: 30 }],
    },
  });
  await button("I have saved it").click();
});

test("a key can be rotated with the chosen overlap, and revoked after a confirmation", async () => {
  createKeyList([API_KEY]);
  const rotated = answer(routes.rotateApiKey, () => ADDED_API_KEY);
  const revoked = answer(routes.deleteApiKey, () => undefined);
  showApiKeys();
  await button("Rotate key “Encoder”").click();
  await page.getByRole("radio", { name: "7 days" }).click();
  await button("Create new secret").click();
  await button("I have saved it").click();
  expect(rotated[0]).toMatchObject({ params: { key: API_KEY.uuid }, body: { overlapSec: 604_800 } });
  await button("Revoke key “Encoder”").click();
  createKeyList([]);
  await button("Revoke key").click();
  await expect.element(page.getByText("No API keys yet")).toBeVisible();
  expect(revoked[0]?.params).toMatchObject({ key: API_KEY.uuid });
});

test("long lists of keys can be paged and searched", async () => {
  const asked = createKeyList([API_KEY], 41);
  showApiKeys();
  await button("Page 2").click();
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ page: "2", pagesize: "20" });
  await page.getByRole("searchbox", { name: "Search by description or key" }).fill("enc");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ page: "1", search: "enc" });
});

test("the calls of a key are listed, and can be found by request ID", async () => {
  createKeyList([API_KEY]);
  const entry = {
    id: 9,
    requestId: "6f1c2d3e-0000-4000-8000-00000000000f",
    at: "2026-03-05T05:06:07.000Z",
    call: "createVideo",
    method: "POST",
    path: "/api/videos",
    status: 403,
    durationMs: 12,
    address: "203.0.113.7",
  };
  const asked: unknown[] = [];
  answer(routes.listKeyCalls, ({ query }) => {
    asked.push(query);
    return { _embedded: [entry], next: null };
  });
  showApiKeys();
  await button("Calls made with Encoder").click();
  await expect.element(page.getByText("POST /api/videos", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/12 ms · 203\.0\.113\.7$/)).toBeVisible();
  await field("Request ID").fill("6f1c");
  await expect.element(page.getByText("Enter the complete request ID")).toBeVisible();
  await field("Request ID").fill(entry.requestId);
  await expect.poll(() => asked.at(-1)).toMatchObject({ requestId: entry.requestId });
});

test("revoking the only key of the last page shows the previous page", async () => {
  let size = 21;
  answer(routes.listApiKeys, ({ query }) => ({
    _embedded:
      query.page === "2" ? [API_KEY].slice(0, size - 20) : [{ ...API_KEY, uuid: "2", description: "First" }],
    _size: size,
  }));
  answer(routes.deleteApiKey, () => {
    size = 20;
    return undefined as never;
  });
  showApiKeys();
  await button("Page 2").click();
  await button("Revoke key “Encoder”").click();
  await button("Revoke key").click();
  await expect.element(page.getByRole("article", { name: "First" })).toBeVisible();
});

test("Cancel asks before it discards a new key", async () => {
  createKeyList([]);
  answer(routes.listConfigs, () => ({ _embedded: [], _size: 0 }));
  showApiKeys();
  await button("Add key").click();
  await field("Description").fill("Encoder");
  await button("Cancel").click();
  const question = page.getByRole("dialog", { name: "Close without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field("Description")).toHaveValue("Encoder");
  await expect.element(question).not.toBeInTheDocument();
  await button("Cancel").click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(field("Description")).not.toBeInTheDocument();
});
