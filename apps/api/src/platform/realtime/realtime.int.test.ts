import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChatMessageView, EVENT_AUDIENCE, type Role, type ServerEvents } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { acquireDatabase, type TestDatabase } from "@shoal/testkit/engines";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../database.ts";
import { openRealtime, type SocketViewer } from "./realtime.ts";

const MANAGER_VIEWER = { roles: ["manager"], isPasswordModified: true } as const;

let folder: string;
let postgres: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-realtime-"));
  await chmod(folder, 0o755);
  postgres = await acquireDatabase(folder);
});
afterAll(async () => {
  await postgres?.release();
  await rm(folder, { recursive: true, force: true });
});

test("a broken connection is replaced, does not reduce the pool, and does not delay its end", async () => {
  const { pool } = openDatabase(postgres.url, 4);
  const other = openDatabase(postgres.url, 1);
  const realtime = openRealtime({ server: createServer(), pool, findViewer: async () => undefined });
  const listener = () =>
    eventually(
      async () => {
        const { rows } = await other.pool.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'LISTEN %' AND state = 'idle'`,
        );
        return rows[0]?.pid;
      },
      { what: "a connection that listens" },
    );
  for (const _time of [1, 2]) {
    const broken = await listener();
    await other.pool.query("SELECT pg_terminate_backend($1)", [broken]);
    await eventually(async () => (await listener()) !== broken, { what: "another connection" });
    await eventually(() => pool.totalCount - pool.idleCount === 1, { what: "one place in use" });
  }
  await realtime.close();
  await pool.end();
  expect(pool.totalCount).toBe(0);
  await other.pool.end();
});

test.each(["is being opened", "begins to listen"])(
  "closing does not wait for a connection that %s",
  async (moment) => {
    const { pool } = openDatabase(postgres.url, 4);
    const { promise: beginsToListen, resolve } = Promise.withResolvers<void>();
    pool.on("connect", (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      vi.spyOn(client, "query").mockImplementation((...args: unknown[]) => {
        if (String(args[0]).startsWith("LISTEN")) resolve();
        return query(...args);
      });
    });
    const realtime = openRealtime({ server: createServer(), pool, findViewer: async () => undefined });
    if (moment === "begins to listen") await beginsToListen;
    await realtime.close();
    await pool.end();
    expect(pool.totalCount).toBe(0);
  },
);

test("silent sockets give way to new ones, and never displace signed-in sockets", async () => {
  const { pool } = openDatabase(postgres.url, 4);
  const server = createServer();
  const viewer = { clientUuid: "c", userUuid: "u", sessionUuid: "s", ...MANAGER_VIEWER };
  const realtime = openRealtime({ server, pool, findViewer: async () => viewer, unsignedMax: 3 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = async () => {
    const socket = new WebSocket(`ws://${host}/realtime/?EIO=4&transport=websocket`);
    await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
    return socket;
  };
  const signedIn = await open();
  const received: string[] = [];
  signedIn.addEventListener("message", ({ data }) => received.push(String(data)));
  signedIn.send(`40${JSON.stringify({ credential: "known" })}`);
  await eventually(() => received.some((text) => text.startsWith("40")), { what: "who has signed in" });
  const silent: WebSocket[] = [];
  for (const _each of Array(5)) silent.push(await open());
  await eventually(() => silent.filter(({ readyState }) => readyState === WebSocket.OPEN).length === 3, {
    what: "three of those who say nothing",
  });
  expect(silent.map(({ readyState }) => readyState === WebSocket.OPEN)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(signedIn.readyState).toBe(WebSocket.OPEN);
  for (const socket of [signedIn, ...silent]) socket.close();
  await realtime.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await pool.end();
});

test("pages of allowed origins can poll the path of plain clients, those of other origins cannot", async () => {
  const { pool } = openDatabase(postgres.url, 4);
  const server = createServer();
  const [allowed, other] = ["https://pages.example", "https://other.example"];
  const realtime = openRealtime({
    server,
    pool,
    findViewer: async () => undefined,
    allowedOrigins: [allowed],
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const poll = async (origin: string) => {
    const address = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`;
    const { headers } = await fetch(address, { headers: { origin } });
    return ["access-control-allow-origin", "access-control-allow-credentials"].map((name) =>
      headers.get(name),
    );
  };
  expect(await poll(allowed)).toEqual([allowed, "true"]);
  expect((await poll(other))[0]).toBeNull();
  await realtime.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await pool.end();
});

test("sockets are limited per session and user; a further one is refused until another closes, without affecting others", async () => {
  const { pool } = openDatabase(postgres.url, 4);
  const server = createServer();
  const realtime = openRealtime({
    server,
    pool,
    // In these tests, the credential names the session and the user.
    findViewer: async ({ credential }) => {
      const [userUuid = "", sessionUuid = ""] = credential.split("/");
      return { clientUuid: "c", userUuid, sessionUuid, ...MANAGER_VIEWER };
    },
    socketsMax: { session: 2, user: 3 },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sockets: WebSocket[] = [];
  const open = async (credential: string) => {
    const socket = new WebSocket(`ws://${host}/realtime/?EIO=4&transport=websocket`);
    sockets.push(socket);
    const received: string[] = [];
    socket.addEventListener("message", ({ data }) => received.push(String(data)));
    await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
    socket.send(`40${JSON.stringify({ credential })}`);
    const answer = () => received.find((text) => text.startsWith("40") || text.startsWith("44"));
    await eventually(() => answer() !== undefined, { what: "an answer" });
    return answer()?.startsWith("40") ? "open" : (JSON.parse(answer()?.slice(2) ?? "") as object);
  };
  const full = { message: "too_many_sockets" };
  expect([await open("a/1"), await open("a/1"), await open("a/1")]).toEqual(["open", "open", full]);
  expect([await open("a/2"), await open("a/3")]).toEqual(["open", full]);
  expect(await open("b/4")).toBe("open");
  // Earlier connections continue.
  expect(sockets[0]?.readyState).toBe(WebSocket.OPEN);
  sockets[0]?.close();
  await eventually(async () => (await open("a/1")) === "open", { what: "the place that is free" });
  expect(await open("a/1")).toEqual(full);
  for (const socket of sockets) socket.close();
  await realtime.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await pool.end();
});

test.each([
  { what: "at once", frames: ["0", "0", " "] },
  { what: "in other namespaces", frames: ["0", "0/other,", "0/another,"] },
])(
  "a connection that signs in again, $what, is closed after at most one lookup and receives nothing",
  async ({ frames }) => {
    const { pool } = openDatabase(postgres.url, 4);
    const server = createServer();
    const { promise: isClosed, resolve: answer } = Promise.withResolvers<void>();
    let lookups = 0;
    const realtime = openRealtime({
      server,
      pool,
      findViewer: async () => {
        lookups += 1;
        await isClosed;
        return { clientUuid: "c", userUuid: "u", sessionUuid: "s", roles: [], isPasswordModified: true };
      },
      socketsMax: { session: 1, user: 1 },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const open = async () => {
      const socket = new WebSocket(`ws://${host}/realtime/?EIO=4&transport=websocket`);
      await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
      const received: string[] = [];
      socket.addEventListener("message", ({ data }) => received.push(String(data)));
      return { socket, received };
    };
    const claim = JSON.stringify({ credential: "known" });
    const greedy = await open();
    const closed = new Promise((resolve) => greedy.socket.addEventListener("close", resolve, { once: true }));
    for (const frame of frames) greedy.socket.send(`4${frame}${claim}`);
    await closed;
    answer();
    // Closing a connection frees its place, so another can be opened.
    const other = await open();
    other.socket.send(`40${claim}`);
    await eventually(() => other.received.some((text) => text.startsWith("40")), {
      what: "the other's sign-in",
    });
    expect(lookups).toBeLessThanOrEqual(2);
    expect(greedy.received.filter((text) => text.startsWith("4"))).toEqual([]);
    other.socket.close();
    await realtime.close();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await pool.end();
  },
);

test("a refused connection can sign in again", async () => {
  const { pool } = openDatabase(postgres.url, 4);
  const server = createServer();
  const realtime = openRealtime({
    server,
    pool,
    findViewer: async ({ credential }) =>
      credential === "known"
        ? { clientUuid: "c", userUuid: "u", sessionUuid: "s", roles: [], isPasswordModified: true }
        : undefined,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = new WebSocket(`ws://${host}/realtime/?EIO=4&transport=websocket`);
  const received: string[] = [];
  socket.addEventListener("message", ({ data }) => received.push(String(data)));
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  for (const [credential, answer] of [
    ["unknown", "44"],
    ["known", "40"],
  ] as const) {
    socket.send(`40${JSON.stringify({ credential })}`);
    await eventually(() => received.some((text) => text.startsWith(answer)), {
      what: `${answer} as an answer`,
    });
  }
  socket.close();
  await realtime.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await pool.end();
});

type EventName = keyof ServerEvents;

const SAMPLE_MESSAGE: ChatMessageView = {
  _id: "m",
  roomId: "r",
  sender_id: "u",
  sender: "n",
  isAgent: false,
  content: "text",
  timestamp: "t",
  files: [],
  replyMessage: null,
  reactions: [],
  edited: false,
  deleted: false,
  mentions: [],
  mentionsRoom: false,
  forwarded: null,
  pinnedBy: null,
  position: 1,
  seq: 1,
  revision: 1,
};

const SAMPLE_EVENTS: { [Name in EventName]: Parameters<ServerEvents[Name]> } = {
  "video.changed": [{ uuid: "v", isNew: true }],
  "video.deleted": [{ uuid: "v" }],
  "video.progress": [{ uuid: "v", encodingPercent: 7, uploadingETA: 12, sizeBytes: 1_000 }],
  "video.figures": [{ uuids: ["v"] }],
  "sceneList.changed": [{ uuid: "l" }],
  "exportLinks.changed": [],
  "cdnEntries.changed": [],
  "pluginVideos.changed": [],
  "alerts.changed": [],
  "project.changed": [{ uuid: "p" }],
  "version.added": [{ uuid: "p", number: 2 }],
  "team.changed": [{ uuid: "t" }],
  "comment.changed": [{ project: "p", version: 1, uuid: "k", seq: 3 }],
  "alignment.ready": [{ project: "p", version: 2 }],
  "carried.changed": [{ project: "p", version: 2, comment: "k" }],
  "approval.changed": [{ uuid: "p", version: 1 }],
  "news.changed": [],
  "review.people": [[{ id: "i", person: "i", name: "n", isLeader: false }]],
  "review.pointer": [{ id: "i", pointer: [0.5, 0.5] }],
  "review.draft": [{ id: "i", draft: { id: "d", shape: null } }],
  "review.lead": [{ id: "i", state: { frame: 12, speed: 1 } }],
  "review.ended": [{ project: "p", version: 1 }],
  newMessage: [{ ...SAMPLE_MESSAGE, seen: {} }],
  messageSeen: [
    { roomId: "r", messageId: "m", user: { uuid: "u", username: "n" }, position: 1, timestamp: "t" },
  ],
  newRoomTimeStamp: [{ roomId: "r", lastUpdated: "t" }],
  joined: [{ roomId: "r" }],
  "chat.changed": [SAMPLE_MESSAGE],
  "chat.typing": [{ room: "r", user: { uuid: "u", username: "n" }, isTyping: true }],
  "chat.presence": [{ user: "u", state: "here" }],
  "chat.room": [{ room: "r" }],
  "chat.read": [{ room: "r", position: 1 }],
  "chat.left": [{ room: "r" }],
  "client.changed": [{ uuid: "c" }],
};
const ALL_EVENTS = Object.keys(SAMPLE_EVENTS) as EventName[];

interface TestListener {
  name: string;
  roles: readonly Role[];
  clientUuid?: string;
  isPasswordModified?: boolean;
  /** The events that a role receives are listed explicitly, because the contract's table is what is tested. */
  receives: readonly EventName[];
}

const TEST_LISTENERS: readonly TestListener[] = [
  { name: "an administrator who views the client", roles: ["admin"], receives: ALL_EVENTS },
  { name: "a manager", roles: ["manager"], receives: ALL_EVENTS },
  { name: "an editor", roles: ["editor"], receives: ALL_EVENTS },
  { name: "an editor who reads analytics", roles: ["editor", "readAnalytics"], receives: ALL_EVENTS },
  {
    name: "somebody who only reads analytics",
    roles: ["readAnalytics"],
    receives: ["video.changed", "video.deleted", "video.figures", "alerts.changed", "client.changed"],
  },
  {
    name: "somebody without roles",
    roles: [],
    receives: [
      "video.changed",
      "video.deleted",
      "video.progress",
      "video.figures",
      "cdnEntries.changed",
      "pluginVideos.changed",
      "project.changed",
      "version.added",
      "team.changed",
      "comment.changed",
      "alignment.ready",
      "carried.changed",
      "approval.changed",
      "news.changed",
      "review.people",
      "review.pointer",
      "review.draft",
      "review.lead",
      "review.ended",
      "newMessage",
      "messageSeen",
      "newRoomTimeStamp",
      "joined",
      "chat.changed",
      "chat.typing",
      "chat.presence",
      "chat.room",
      "chat.read",
      "chat.left",
      "client.changed",
    ],
  },
  {
    name: "a manager who has never changed the first password",
    roles: ["manager"],
    isPasswordModified: false,
    receives: ["client.changed"],
  },
  { name: "a manager of another client", roles: ["manager"], clientUuid: "other", receives: [] },
];

test("each role receives exactly the events of its audience", async () => {
  expect(Object.keys(EVENT_AUDIENCE).toSorted()).toEqual(ALL_EVENTS.toSorted());
  const { pool } = openDatabase(postgres.url, 4);
  const server = createServer();
  const realtime = openRealtime({
    server,
    pool,
    // In these tests, the credential is the listener's index.
    findViewer: async ({ credential }): Promise<SocketViewer> => {
      const listener = TEST_LISTENERS[Number(credential)] as TestListener;
      return {
        clientUuid: "c",
        isPasswordModified: true,
        ...listener,
        userUuid: credential,
        sessionUuid: credential,
      };
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = await Promise.all(
    TEST_LISTENERS.map(async (_listener, index) => {
      const socket = new WebSocket(`ws://${host}/realtime/?EIO=4&transport=websocket`);
      const received: string[] = [];
      socket.addEventListener("message", ({ data }) => received.push(String(data)));
      await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
      socket.send(`40${JSON.stringify({ credential: String(index) })}`);
      await eventually(() => received.some((text) => text.startsWith("40")), { what: "a signed-in page" });
      return { socket, received };
    }),
  );
  for (const name of ALL_EVENTS) realtime.emit("c", name, ...SAMPLE_EVENTS[name]);
  // An event is sent to all its listeners at once, in any order of events: a listener of all events that has received the last
  // event has received all events.
  const all = pages[0]?.received ?? [];
  await eventually(() => all.filter((text) => text.startsWith("42")).length === ALL_EVENTS.length, {
    what: "every event",
  });
  // This event is sent last: a listener that has received it has received all other events.
  const LAST = "the last";
  for (const place of TEST_LISTENERS.keys())
    realtime.emitToUser(String(place), "client.changed", { uuid: LAST });
  const received = await Promise.all(
    pages.map(async ({ received }) => {
      await eventually(() => received.some((text) => text.includes(LAST)), { what: "the last event" });
      return received
        .filter((text) => text.startsWith("42") && !text.includes(LAST))
        .map((text) => (JSON.parse(text.slice(2)) as [string])[0])
        .toSorted();
    }),
  );
  expect(received.map((names, index) => [TEST_LISTENERS[index]?.name, names])).toEqual(
    TEST_LISTENERS.map(({ name, receives }) => [name, receives.toSorted()]),
  );
  for (const { socket } of pages) socket.close();
  await realtime.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await pool.end();
});
