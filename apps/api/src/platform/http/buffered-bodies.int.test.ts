import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fillPath, type RouteSpec, routes } from "@shoal/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../test-api.ts";

const MEMORY_LIMIT_BYTES = 60_000_000;
const BOUNDARY = "of-a-large-body";
const SAMPLE_UUID = "00000000-0000-4000-8000-000000000000";
const PICTURE_BYTES = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let api: TestApi;
const clientSockets: Socket[] = [];
beforeAll(async () => {
  api = await startTestApi({ BODY_MEMORY_BYTES: String(MEMORY_LIMIT_BYTES) });
});
afterEach(() => {
  for (const socket of clientSockets.splice(0)) socket.destroy();
});
afterAll(() => api.close());

/** A body that never completes. */
interface EndlessBody {
  route: RouteSpec;
  type: string;
  /** The part of the body that is sent. */
  sent: Buffer;
}

/** @returns the status line of the response; the connection stays open until there is one. */
async function sendEndlessBody(
  user: TestUser,
  { route, type, sent }: EndlessBody,
): Promise<{ answer: Promise<string> }> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  clientSockets.push(socket);
  socket.on("error", () => undefined);
  const answer = once(socket, "data").then(([data]) => String(data).slice(0, 12));
  answer.catch(() => undefined);
  await once(socket, "connect");
  const head = [
    `${route.method} ${fillPath(route.path, { id: SAMPLE_UUID })} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${user.credential}`,
    `Content-Type: ${type}`,
    `Content-Length: ${sent.length + 100}`,
    "",
    "",
  ].join("\r\n");
  await new Promise<void>((done) => socket.write(Buffer.concat([Buffer.from(head), sent]), () => done()));
  return { answer };
}

const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const startOf = (rest: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
const createFile = (name: string, sizeBytes: number) =>
  Buffer.concat([Buffer.from(startOf(`name="${name}"; filename="a"`)), Buffer.alloc(sizeBytes)]);

function addPicture(user: TestUser): Promise<number> {
  const body = new FormData();
  body.append("picture", new Blob([PICTURE_BYTES], { type: "image/png" }), "a.png");
  const headers = { authorization: `Bearer ${user.credential}` };
  return fetch(api.url + routes.addPicture.path, { method: "POST", headers, body }).then(
    ({ status }) => status,
  );
}

test("slow picture uploads of one client do not block those of another", async () => {
  const [slow, honest] = [await api.addUser(["editor"]), await api.addUser(["editor"])];
  const picture = { route: routes.addPicture, type: MULTIPART_TYPE, sent: createFile("picture", 1_000) };
  await Promise.all(Array.from({ length: 40 }, () => sendEndlessBody(slow, picture)));
  // The first response may arrive before the guard has admitted the others.
  const answers: number[] = [];
  for (let time = 0; time < 5; time += 1) answers.push(await addPicture(honest));
  expect(answers).toEqual([201, 201, 201, 201, 201]);
});

const JSON_TYPE = "application/json";
const ENDLESS_BODIES: [string, EndlessBody][] = [
  ["pictures", { route: routes.addPicture, type: MULTIPART_TYPE, sent: createFile("picture", 9_000_000) }],
  ["captions", { route: routes.uploadCaptions, type: MULTIPART_TYPE, sent: createFile("file", 4_500_000) }],
  [
    "fields",
    {
      route: routes.createVideo,
      type: MULTIPART_TYPE,
      sent: Buffer.from(`${startOf('name="title"')}${"a".repeat(90_000)}\r\n`.repeat(95)),
    },
  ],
  [
    "JSON",
    {
      route: routes.updateClientRules,
      type: JSON_TYPE,
      sent: Buffer.from(`{"a":"${"a".repeat(7_000_000)}`),
    },
  ],
];

test.each(ENDLESS_BODIES)(
  "a sender of more %s than fit into memory gives way, without affecting others",
  async (_what, body) => {
    const [greedy, honest] = [await api.addUser(["manager", "editor"]), await api.addUser(["editor"])];
    const modest = await sendEndlessBody(honest, {
      route: routes.addPicture,
      type: MULTIPART_TYPE,
      sent: createFile("picture", 9),
    });
    const fits = Math.floor(MEMORY_LIMIT_BYTES / body.sent.length);
    const beyond = 3;
    const answers: string[] = [];
    const { promise: refused, resolve } = Promise.withResolvers<void>();
    for (let n = 0; n < fits + beyond; n += 1) {
      const { answer } = await sendEndlessBody(greedy, body);
      const record = (line: string) => {
        answers.push(line);
        if (answers.length === beyond) resolve();
      };
      void answer.then(record, () => undefined);
    }
    await refused;
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 429"]));
    expect(await addPicture(honest)).toBe(201);
    const waiting = Symbol("waiting");
    expect(await Promise.race([modest.answer, Promise.resolve(waiting)])).toBe(waiting);
  },
);
