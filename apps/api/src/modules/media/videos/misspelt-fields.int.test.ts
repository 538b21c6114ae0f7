import { randomUUID } from "node:crypto";
import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";

const PAGE_ORIGIN = "https://pages.example.com";
let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await startTestApi({ API_ALLOWED_ORIGINS: PAGE_ORIGIN });
  user = await api.addUser(["manager"]);
});
afterAll(() => api.close());

async function sendRequest(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(api.url + path, {
    method,
    headers: { authorization: `Bearer ${user.credential}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, content: (await answer.json()) as never };
}
const filmBody = (fields: object) => ({ title: `Film ${randomUUID()}`, size: 10, ...fields });
const countVideos = async () => (await user.call(routes.listVideos, { query: { pagesize: 0 } }))._size;

test("a misspelt password field is refused with a suggestion", async () => {
  const before = await countVideos();
  for (const [path, body] of [
    ["/api/videos", filmBody({ isPasword: true, password: "secret" })],
    ["/api/videos", filmBody({ pasword: "secret" })],
    ["/api/videos/multiple", [filmBody({}), filmBody({ Password: "secret" })]],
  ] as const) {
    const { status, content } = await sendRequest("POST", path, body);
    expect(status, JSON.stringify(content)).toBe(400);
    expect(content).toMatchObject({
      code: "bad_request",
      fields: [
        { reason: expect.stringMatching(/^is not a known field: did you mean (isPassword|password)\?$/) },
      ],
    });
  }
  expect(await countVideos()).toBe(before);
});

test("a misspelt date of a change is refused with a suggestion in the caller's language", async () => {
  const { content } = await sendRequest("POST", "/api/videos", filmBody({}));
  const { uuid } = content as { uuid: string };
  const { status, content: refusal } = await sendRequest(
    "PUT",
    `/api/videos/${uuid}`,
    { startdate: "2030-01-01T00:00:00Z" },
    { "accept-language": "fr" },
  );
  expect(status).toBe(400);
  expect(refusal).toMatchObject({
    fields: [
      { path: "startdate", reason: "n’est pas un champ connu\u00a0: vouliez-vous dire startDate\u00a0?" },
    ],
  });
});

test("other unknown fields are listed in a header that pages of other origins can read", async () => {
  const { status, headers } = await sendRequest(
    "POST",
    "/api/videos?_=1",
    filmBody({ colour: "red", "a b": 1 }),
    {
      origin: PAGE_ORIGIN,
    },
  );
  expect(status).toBe(201);
  expect(headers.get("x-ignored-fields")).toBe("colour, a%20b");
  expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("x-ignored-fields");
  expect((await sendRequest("POST", "/api/videos", filmBody({}))).headers.get("x-ignored-fields")).toBeNull();
});

test("pages of allowed origins may ask with browser credentials before every call", async () => {
  const other = "https://other.example";
  const ask = async (origin: string, [method, path]: readonly [string, string]) => {
    const asked = {
      "access-control-request-method": method,
      "access-control-request-headers": "authorization",
    };
    const { headers } = await fetch(api.url + path, { method: "OPTIONS", headers: { origin, ...asked } });
    return ["origin", "credentials"].map((name) => headers.get(`access-control-allow-${name}`));
  };
  const change = ["PUT", `/api/videos/${randomUUID()}`] as const;
  expect(await ask(PAGE_ORIGIN, change)).toEqual([PAGE_ORIGIN, "true"]);
  expect((await ask(other, change))[0]).toBeNull();
  // Preflight requests for upload calls are allowed from all origins, since the page may have an upload token.
  for (const upload of [
    ["POST", "/api/videos"] as const,
    ["POST", `/api/videos/${randomUUID()}/0`] as const,
  ]) {
    expect(await ask(PAGE_ORIGIN, upload)).toEqual([PAGE_ORIGIN, "true"]);
    expect((await ask(other, upload))[0]).toBe(other);
  }
});
