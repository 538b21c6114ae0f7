import {
  type ApiCall,
  type BodyOf,
  type CommentView,
  createApiClient,
  fillPath,
  GUEST_HEADER,
  type JoinedReview,
  type ReviewLinkView,
  routes,
} from "@shoal/contract";
import { INTERNAL_SECRET_HEADER, internalRoutes } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { readDownload, readOwnerPass } from "@shoal/tokens";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { listenAs, type RealtimeListener } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { CHANGES_PER_GUEST } from "./entry-limits.ts";

const MAX_TRIES = 4;

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi({
    TRUSTED_PROXIES: "127.0.0.1/32",
    LIMIT_SIGN_IN_PER_PAIR: `${MAX_TRIES}/900`,
    LIMIT_SIGN_IN_PER_ADDRESS: "1000/900",
  });
  owner = await newOwner();
});
afterAll(() => api.close());

async function newOwner(): Promise<TestUser> {
  const user = await api.addUser(["manager"]);
  await offerProjects(api, user);
  return user;
}

interface FilmProject {
  id: string;
  video: string;
  viewer: TestUser;
}

/** Adds a project of the owner with a viewer and one version. */
async function addFilmProject(by: TestUser = owner): Promise<FilmProject> {
  const viewer = await api.addUser(["editor"], { clientOf: by });
  const video = await addVideo(api, by);
  const { uuid } = await by.call(routes.createProject, {
    body: { name: "Film", uuid: video, collabs: [viewer.username] },
  });
  return { id: uuid, video, viewer };
}

type LinkFields = Partial<BodyOf<typeof routes.createReviewLink>>;
const newLink = (id: string, wanted: LinkFields = {}) =>
  owner.call(routes.createReviewLink, { params: { id }, body: wanted });
const changeLink = (id: string, { uuid, revision }: ReviewLinkView, wanted: object) =>
  owner.call(routes.updateReviewLink, { params: { id, link: uuid }, body: { revision, ...wanted } });
const keyOf = ({ url }: ReviewLinkView) => /#\/review\/(.+)$/.exec(url ?? "")?.[1] ?? "";

interface TestGuest {
  token: string;
  call: ApiCall;
}

/** @param address the IP address that the guest calls from. */
const clientAt = (address: string, token?: string): ApiCall =>
  createApiClient({
    baseUrl: api.url,
    credential: () => undefined,
    guest: () => token,
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...(init?.headers as object), "x-forwarded-for": address } }),
  });

async function enterLink(
  link: ReviewLinkView,
  entered: Partial<BodyOf<typeof routes.enterReview>> = {},
  address = "198.51.100.7",
): Promise<TestGuest> {
  const { token } = await clientAt(address)(routes.enterReview, {
    body: { key: keyOf(link), name: "Ada", ...entered },
  });
  return { token, call: clientAt(address, token) };
}

const writeComment = (
  user: TestUser,
  id: string,
  wanted: Partial<BodyOf<typeof routes.createComment>> = {},
) =>
  user.call(routes.createComment, {
    params: { id, n: 1 },
    body: { uuid: crypto.randomUUID(), text: "Look", ...wanted },
  });
const addComment = (
  guest: TestGuest,
  wanted: Partial<BodyOf<typeof routes.createGuestComment>> = {},
  n = 1,
) =>
  guest.call(routes.createGuestComment, {
    params: { n },
    body: { uuid: crypto.randomUUID(), text: "Nice", ...wanted },
  });
const listFor = (guest: TestGuest, n = 1) =>
  guest.call(routes.listGuestComments, { params: { n }, query: {} });
const changesFor = (guest: TestGuest, since: number) =>
  guest.call(routes.listGuestChanges, { query: { since } });

interface FileReader {
  credential?: string;
  guest?: string;
}
const buildHeaders = ({ credential, guest }: FileReader): Record<string, string> => ({
  ...(credential ? { authorization: `Bearer ${credential}` } : {}),
  ...(guest ? { [GUEST_HEADER]: guest } : {}),
});

/**
 * Attaches a file to a comment.
 * @returns the file's uuid.
 */
async function attachFile(comment: string, by: FileReader): Promise<string> {
  const { path } = by.guest ? routes.addGuestAttachment : routes.addAttachment;
  const body = new FormData();
  body.set("file", new Blob(["text"]), "a.txt");
  const url = `${api.url}${fillPath(path, { id: comment })}`;
  const response = await fetch(url, { method: "POST", headers: buildHeaders(by), body });
  const { attachments } = (await response.json()) as CommentView;
  return attachments[0]?.uuid ?? "";
}

/** Reads a file. @returns the error code, or "success". */
async function readFile(comment: string, attachment: string, by: FileReader): Promise<string> {
  const url = `${api.url}${fillPath(routes.getGuestAttachment.path, { id: comment, attachment })}`;
  const response = await fetch(url, { headers: buildHeaders(by) });
  const text = await response.text();
  return response.ok ? "success" : (JSON.parse(text) as { code: string }).code;
}

/** Checks, like an edge before it serves a guest's link, whether the link still opens the video. */
async function canOpenVideo(holder: string, video: string): Promise<boolean> {
  const path = fillPath(internalRoutes.getOwnerRight.path, { user: holder, video });
  const headers = { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" };
  const response = await fetch(`${api.internalUrl}${path}`, { headers });
  return internalRoutes.getOwnerRight.response.parse(await response.json()).isAllowed;
}
const passOf = async (guest: TestGuest) => {
  const { pass } = await guest.call(routes.getGuestPass, { params: { n: 1 } });
  return readOwnerPass(pass, api.env.INTERNAL_SECRET ?? "");
};

test("only people who manage versions can create, list, change and revoke links", async () => {
  const { id, viewer } = await addFilmProject();
  const stranger = await api.addUser(["manager"], { clientOf: owner });
  const link = await newLink(id, { label: "Agency", password: "open sesame", mayDownload: true });
  expect(link).toMatchObject({
    label: "Agency",
    state: "active",
    hasPassword: true,
    mayComment: true,
    mayDownload: true,
    createdBy: owner.username,
    lastUsedAt: null,
    guestCount: 0,
  });
  await enterLink(link, { password: "open sesame" });
  const params = { id };
  const [listed] = await owner.call(routes.listReviewLinks, { params });
  expect(listed).toMatchObject({ url: link.url, guestCount: 1, lastUsedAt: expect.any(String) });
  const changed = await changeLink(id, link, { label: "Client", isOn: false });
  expect(changed).toMatchObject({ label: "Client", state: "off", hasPassword: true, mayDownload: true });
  expect(await codeOf(changeLink(id, link, { label: "Late" }))).toBe("edit_conflict");
  for (const [user, code] of [
    [viewer, "forbidden"],
    [stranger, "project_not_found"],
  ] as const) {
    expect(await codeOf(user.call(routes.listReviewLinks, { params }))).toBe(code);
    expect(await codeOf(user.call(routes.createReviewLink, { params, body: {} }))).toBe(code);
    const ofLink = { params: { id, link: link.uuid } };
    expect(await codeOf(user.call(routes.listReviewGuests, ofLink))).toBe(code);
    expect(await codeOf(user.call(routes.deleteReviewLink, ofLink))).toBe(code);
    expect(await codeOf(user.call(routes.updateReviewLink, { ...ofLink, body: { revision: 2 } }))).toBe(code);
  }
  expect((await errorOf(newLink(id, { version: 7 }))).fields).toEqual([
    { path: "version", reason: "is not a version of this project" },
  ]);
  await owner.call(routes.deleteReviewLink, { params: { id, link: link.uuid } });
  expect(await owner.call(routes.listReviewLinks, { params })).toEqual([]);
});

test("the database contains neither keys of links nor tokens of sessions in plain text", async () => {
  const { id } = await addFilmProject();
  const link = await newLink(id);
  const { token } = await enterLink(link);
  const { rows } = await sql<{ text: string }>`SELECT concat(
    (SELECT string_agg(t::text, '|') FROM review_links t), (SELECT string_agg(t::text, '|') FROM review_guests t)) AS text
  `.execute(api.database.db);
  expect(rows[0]?.text.length).toBeGreaterThan(0);
  expect(rows[0]?.text).not.toContain(keyOf(link));
  expect(rows[0]?.text).not.toContain(token);
});

test("a guest sees only the version of the link, and of the project's people only authors", async () => {
  const { id, video, viewer } = await addFilmProject();
  const open = await writeComment(viewer, id, {
    frame: 5,
    text: `@${owner.username} look`,
    mentions: [owner.username],
  });
  const secret = await writeComment(owner, id, { frame: 6, text: "secret", isInternal: true });
  await writeComment(viewer, id, { parent: secret.uuid, text: "secret too" });
  const react = (user: TestUser) =>
    user.call(routes.reactToComment, { params: { id: open.uuid }, body: { emoji: "👍", isOn: true } });
  await react(owner);
  await owner.call(routes.resolveComment, { params: { id: open.uuid }, body: { isResolved: true } });
  const guest = await enterLink(await newLink(id, { hasWatermark: true }));
  expect(await guest.call(routes.getGuestReview, {})).toEqual({
    project: { uuid: id, name: "Film" },
    version: {
      number: 1,
      createdDate: expect.any(String),
      description: "",
      video: {
        uuid: video,
        title: "A video",
        state: "playable",
        isReplaced: false,
        duration: 100,
        frames: null,
        embedUrl: expect.stringContaining(video),
      },
    },
    guest: { uuid: expect.any(String), name: "Ada" },
    mayComment: true,
    mayDownload: false,
    watermark: "Ada",
    endsAt: null,
  });
  const { comments, seq } = await listFor(guest);
  expect(comments).toMatchObject([
    {
      uuid: open.uuid,
      author: { name: viewer.username, isGuest: false },
      isMine: false,
      mentions: [],
      resolvedBy: null,
      reactions: [{ emoji: "👍", names: [""], isMine: false }],
    },
  ]);
  const changes = await changesFor(guest, 0);
  expect(changes.comments.map(({ uuid }) => uuid)).toEqual([open.uuid]);
  // A comment that becomes internal disappears for guests who saw it; its new text is not sent to them.
  const { revision } = await viewer.call(routes.getComment, { params: { id: open.uuid } });
  await viewer.call(routes.updateComment, {
    params: { id: open.uuid },
    body: { revision, text: "hidden", isInternal: true },
  });
  const later = await changesFor(guest, seq);
  expect(later.comments).toMatchObject([
    { uuid: open.uuid, text: "", isInternal: false, deletedAt: expect.any(String), reactions: [] },
  ]);
  expect((await listFor(guest)).comments).toEqual([]);
});

test("a thread that becomes internal is hidden from guests with its replies, files and drawing until it is public again", async () => {
  const { id, viewer } = await addFilmProject();
  const drawing = {
    shapes: [{ kind: "pin" as const, at: [0.5, 0.5] as [number, number], color: "#ff0000", size: 0.01 }],
  };
  const thread = await writeComment(viewer, id, { frame: 5, text: "look", drawing });
  const guest = await enterLink(await newLink(id));
  const answer = await addComment(guest, { parent: thread.uuid, text: "my answer", drawing });
  const [ofThread, ofAnswer] = [
    await attachFile(thread.uuid, { credential: viewer.credential }),
    await attachFile(answer.uuid, { guest: guest.token }),
  ];
  const { seq } = await listFor(guest);
  const readable = () =>
    Promise.all([
      codeOf(guest.call(routes.getGuestComment, { params: { id: thread.uuid } })),
      codeOf(guest.call(routes.getGuestDrawing, { params: { id: thread.uuid } })),
      codeOf(guest.call(routes.getGuestComment, { params: { id: answer.uuid } })),
      codeOf(guest.call(routes.getGuestDrawing, { params: { id: answer.uuid } })),
      readFile(thread.uuid, ofThread, { guest: guest.token }),
      readFile(answer.uuid, ofAnswer, { guest: guest.token }),
    ]);
  expect(new Set(await readable())).toEqual(new Set(["success"]));
  const { revision } = await viewer.call(routes.getComment, { params: { id: thread.uuid } });
  const hide = (isInternal: boolean, at: number) =>
    viewer.call(routes.updateComment, { params: { id: thread.uuid }, body: { revision: at, isInternal } });
  const hidden = await hide(true, revision);
  expect(new Set(await readable())).toEqual(new Set(["comment_not_found"]));
  const changes = await changesFor(guest, seq);
  expect(changes.comments).toMatchObject(
    [answer, thread].map(({ uuid }) => ({
      uuid,
      text: "",
      hasDrawing: false,
      attachments: [],
      deletedAt: expect.any(String),
    })),
  );
  expect(JSON.stringify(changes)).not.toContain("answer");
  expect((await listFor(guest)).comments).toEqual([]);
  expect(await codeOf(guest.call(routes.restoreGuestComment, { params: { id: answer.uuid } }))).toBe(
    "comment_not_found",
  );
  expect((await errorOf(addComment(guest, { parent: thread.uuid }))).fields).toMatchObject([
    { path: "parent" },
  ]);
  await hide(false, hidden.revision);
  expect(new Set(await readable())).toEqual(new Set(["success"]));
});

test("every call of a guest is refused once the link is revoked", async () => {
  const { id, viewer } = await addFilmProject();
  const link = await newLink(id, { mayDownload: true });
  const guest = await enterLink(link);
  const comment = await writeComment(viewer, id, {});
  const file = await attachFile(comment.uuid, { credential: viewer.credential });
  const [version, ofComment] = [{ n: 1 }, { id: comment.uuid }];
  const readAll = () =>
    Promise.all([
      codeOf(guest.call(routes.getGuestReview, {})),
      codeOf(guest.call(routes.getGuestPass, { params: version })),
      codeOf(guest.call(routes.getGuestWaveform, { params: version })),
      codeOf(guest.call(routes.listGuestDownloads, { params: version })),
      codeOf(listFor(guest)),
      codeOf(changesFor(guest, 0)),
      codeOf(guest.call(routes.getGuestComment, { params: ofComment })),
      readFile(comment.uuid, file, { guest: guest.token }),
    ]);
  expect(new Set(await readAll())).toEqual(new Set(["success"]));
  await owner.call(routes.deleteReviewLink, { params: { id, link: link.uuid } });
  expect(new Set(await readAll())).toEqual(new Set(["guest_session_ended"]));
});

test("a guest writes, replies, reacts, edits, deletes and restores, but cannot change others' comments", async () => {
  const { id, viewer } = await addFilmProject();
  const theirs = await writeComment(viewer, id, { frame: 5 });
  const secret = await writeComment(owner, id, { isInternal: true });
  const link = await newLink(id);
  const [guest, other] = [await enterLink(link), await enterLink(link, { name: "Bob" })];
  const own = await addComment(guest, {
    frame: 9,
    drawing: { shapes: [{ kind: "pin", at: [0.5, 0.5], color: "#ff0000", size: 0.01 }] },
  });
  expect(own).toMatchObject({ author: { name: "Ada", isGuest: true }, isMine: true, isInternal: false });
  const params = { id: own.uuid };
  expect(await addComment(guest, { uuid: own.uuid, text: "again" })).toMatchObject({
    text: own.text,
    seq: own.seq,
  });
  expect(await other.call(routes.getGuestDrawing, { params })).toMatchObject({ shapes: [{ kind: "pin" }] });
  const answer = await addComment(guest, { parent: theirs.uuid });
  expect(answer).toMatchObject({ parent: theirs.uuid, frame: 5 });
  const edited = await guest.call(routes.updateGuestComment, {
    params,
    body: { revision: own.revision, text: "Nicer" },
  });
  expect(edited).toMatchObject({ text: "Nicer" });
  const reacted = await guest.call(routes.reactAsGuest, {
    params: { id: theirs.uuid },
    body: { emoji: "🎉", isOn: true },
  });
  expect(reacted.reactions).toEqual([{ emoji: "🎉", names: ["Ada"], isMine: true }]);
  const seen = await viewer.call(routes.getComment, { params: { id: theirs.uuid } });
  expect(seen.reactions).toEqual([{ emoji: "🎉", names: ["Ada"], isMine: false }]);
  await guest.call(routes.deleteGuestComment, { params });
  expect(await guest.call(routes.restoreGuestComment, { params })).toMatchObject({ text: "Nicer" });
  // Members of the project see a guest's comment like any other, and may reply to it and resolve it.
  expect(await viewer.call(routes.getComment, { params })).toMatchObject({ isMine: false, text: "Nicer" });

  for (const { uuid, revision } of [theirs, edited]) {
    const of = { params: { id: uuid } };
    expect(await codeOf(other.call(routes.deleteGuestComment, of))).toBe("forbidden");
    expect(await codeOf(other.call(routes.updateGuestComment, { ...of, body: { revision } }))).toBe(
      "forbidden",
    );
  }
  expect((await errorOf(addComment(guest, { parent: secret.uuid }))).fields).toEqual([
    { path: "parent", reason: "is not a comment of this version" },
  ]);
  const watching = await enterLink(await newLink(id, { mayComment: false }));
  expect(await codeOf(addComment(watching))).toBe("forbidden");
  expect(
    await codeOf(
      watching.call(routes.reactAsGuest, { params: { id: own.uuid }, body: { emoji: "🎉", isOn: true } }),
    ),
  ).toBe("forbidden");
});

test("a guest cannot reach another project, version, comment or video by any id", async () => {
  const [film, elsewhere, foreign] = [
    await addFilmProject(),
    await addFilmProject(),
    await addFilmProject(await newOwner()),
  ];
  const guest = await enterLink(await newLink(film.id));
  const second = await addVideo(api, owner);
  await owner.call(routes.addVersion, { params: { id: film.id }, body: { uuidVideo: second } });
  const fixed = await enterLink(await newLink(film.id, { version: 1 }));
  const secret = await writeComment(owner, film.id, { isInternal: true });
  const old = await writeComment(owner, film.id, {});
  const others = [
    (await writeComment(owner, elsewhere.id)).uuid,
    (await writeComment(foreign.viewer, foreign.id)).uuid,
    secret.uuid,
    crypto.randomUUID(),
  ];
  for (const [who, uuids] of [
    [fixed, others],
    // The comment is on a version that was replaced by a newer one.
    [guest, [...others, old.uuid]],
  ] as const)
    for (const id of uuids) {
      const params = { id };
      const file = { params: { id, attachment: crypto.randomUUID() }, query: {} };
      const body = { revision: 1, text: "x" };
      const codes = await Promise.all([
        codeOf(who.call(routes.getGuestComment, { params })),
        codeOf(who.call(routes.getGuestDrawing, { params })),
        codeOf(who.call(routes.updateGuestComment, { params, body })),
        codeOf(who.call(routes.deleteGuestComment, { params })),
        codeOf(who.call(routes.restoreGuestComment, { params })),
        codeOf(who.call(routes.reactAsGuest, { params, body: { emoji: "🎉", isOn: true } })),
        codeOf(who.call(routes.getGuestAttachment, file)),
        codeOf(who.call(routes.deleteGuestAttachment, file)),
      ]);
      expect(new Set(codes)).toEqual(new Set(["comment_not_found"]));
    }
  for (const [who, n] of [
    [guest, 1],
    [guest, 3],
    [fixed, 2],
  ] as const) {
    const params = { n };
    const codes = await Promise.all([
      codeOf(who.call(routes.getGuestPass, { params })),
      codeOf(who.call(routes.listGuestDownloads, { params })),
      codeOf(who.call(routes.getGuestWaveform, { params })),
      codeOf(who.call(routes.listGuestComments, { params, query: {} })),
      codeOf(addComment(who, {}, n)),
    ]);
    expect(new Set(codes)).toEqual(new Set(["not_found"]));
  }
  const pass = await passOf(fixed);
  expect(pass).toMatchObject({ uuid: film.video, isGuest: true });
  const holder = pass?.userUuid ?? "";
  expect(await canOpenVideo(holder, film.video)).toBe(true);
  for (const video of [second, elsewhere.video, foreign.video])
    expect(await canOpenVideo(holder, video)).toBe(false);
  // A guest's session cannot be used as a user's, nor the reverse.
  const asUser = createApiClient({ baseUrl: api.url, credential: () => fixed.token });
  expect(await codeOf(asUser(routes.listProjects, { query: {} }))).toBe("not_signed_in");
  expect(await codeOf(clientAt("198.51.100.7", owner.credential)(routes.getGuestReview, {}))).toBe(
    "guest_session_ended",
  );
});

test("a guest can download if the link allows it, and download links end when it no longer does", async () => {
  const { id, video } = await addFilmProject();
  const link = await newLink(id, { mayDownload: true });
  const guest = await enterLink(link);
  const params = { n: 1 };
  const { files } = await guest.call(routes.listGuestDownloads, { params });
  const [, token = ""] = /\/download\/([^/]+)\//.exec(files[0]?.url ?? "") ?? [];
  const claims = readDownload(token, api.env.INTERNAL_SECRET ?? "");
  const holder = claims?.audience === "owner" ? claims.userUuid : "";
  const pass = await passOf(guest);
  expect(holder).not.toBe(pass?.userUuid);
  expect(await canOpenVideo(holder, video)).toBe(true);
  await changeLink(id, link, { mayDownload: false });
  expect(await canOpenVideo(holder, video)).toBe(false);
  expect(await canOpenVideo(pass?.userUuid ?? "", video)).toBe(true);
  expect(await codeOf(guest.call(routes.listGuestDownloads, { params }))).toBe("forbidden");
});

type EndAccess = (film: FilmProject, link: ReviewLinkView) => Promise<unknown>;
const WAYS_TO_END: readonly (readonly [what: string, end: EndAccess])[] = [
  ["is revoked", ({ id }, { uuid }) => owner.call(routes.deleteReviewLink, { params: { id, link: uuid } })],
  ["is turned off", ({ id }, link) => changeLink(id, link, { isOn: false })],
  [
    "reaches its end date",
    ({ id }, link) => changeLink(id, link, { endsAt: new Date(Date.now() - 1_000).toISOString() }),
  ],
  ["gets a password", ({ id }, link) => changeLink(id, link, { password: "new" })],
  [
    "shows a version that was withdrawn",
    ({ id }) => sql`DELETE FROM project_versions WHERE project_uuid = ${id}`.execute(api.database.db),
  ],
  [
    "is of a project that is archived",
    ({ id }) => owner.call(routes.updateProject, { params: { id }, body: { isArchived: true } }),
  ],
  [
    "is of a project that is deleted",
    ({ id }) => owner.call(routes.deleteProject, { params: { id }, query: {} }),
  ],
];

// The tests run in parallel, because each page is closed some seconds after the end.
test.concurrent.each(WAYS_TO_END)(
  "a guest with an open page loses access when the link %s",
  async (_what, end) => {
    const film = await addFilmProject();
    const link = await newLink(film.id);
    const guest = await enterLink(link);
    const page = await listenAs(api, { guest: guest.token });
    const room = { project: film.id, version: 1 };
    expect(await page.ask("review.join", room)).toMatchObject({ isIn: true });
    const pass = await passOf(guest);
    expect(await canOpenVideo(pass?.userUuid ?? "", film.video)).toBe(true);
    await end(film, link);
    expect(await canOpenVideo(pass?.userUuid ?? "", film.video)).toBe(false);
    expect(await codeOf(addComment(guest))).toBe("guest_session_ended");
    expect(await codeOf(guest.call(routes.getGuestReview, {}))).toBe("guest_session_ended");
    await page.ended;
    expect(await page.next("review.ended")).toEqual(room);
    await expect(listenAs(api, { guest: guest.token })).rejects.toThrow("refused");
  },
);

test("a link requires an email address and a password if its settings say so", async () => {
  const { id } = await addFilmProject();
  const link = await newLink(id, { asksEmail: true, password: "open sesame" });
  const body = { key: keyOf(link) };
  expect(await clientAt("203.0.113.9")(routes.findReview, { body })).toEqual({
    asksEmail: true,
    asksPassword: true,
  });
  expect((await errorOf(enterLink(link, { password: "open sesame" }))).fields).toEqual([
    { path: "email", reason: "is required" },
  ]);
  const email = "ada@example.org";
  expect(await codeOf(enterLink(link, { email }))).toBe("review_password_wrong");
  expect(await codeOf(enterLink(link, { email, password: "open" }))).toBe("review_password_wrong");
  const guest = await enterLink(link, { email, password: "open sesame" });
  expect(await guest.call(routes.getGuestReview, {})).toMatchObject({ guest: { name: "Ada" } });
  const params = { id, link: link.uuid };
  expect(await owner.call(routes.listReviewGuests, { params })).toMatchObject([{ name: "Ada", email }]);
  await guest.call(routes.leaveReview, {});
  expect(await codeOf(guest.call(routes.getGuestReview, {}))).toBe("guest_session_ended");
  const unknown = { key: "k".repeat(43) };
  expect(await codeOf(clientAt("203.0.113.9")(routes.findReview, { body: unknown }))).toBe(
    "review_link_ended",
  );
});

test("an address that guesses passwords has to wait even with the right one, and other addresses do not", async () => {
  const { id } = await addFilmProject();
  const link = await newLink(id, { password: "open sesame" });
  const guess = (password: string, address: string) => codeOf(enterLink(link, { password }, address));
  const wrong = await Promise.all(
    Array.from({ length: MAX_TRIES + 4 }, (_, n) => guess(`guess ${n}`, "198.51.100.66")),
  );
  expect(wrong.filter((code) => code === "review_password_wrong")).toHaveLength(MAX_TRIES);
  expect(wrong.filter((code) => code === "too_many_requests")).toHaveLength(4);
  expect(await guess("open sesame", "198.51.100.66")).toBe("too_many_requests");
  expect(await guess("open sesame", "203.0.113.66")).toBe("success");
});

test("a guest who writes or reacts too often has to wait, and other guests do not", async () => {
  const { id, viewer } = await addFilmProject();
  const link = await newLink(id);
  const [noisy, calm] = [await enterLink(link), await enterLink(link, { name: "Bob" })];
  const params = { id: (await writeComment(viewer, id)).uuid };
  const most = CHANGES_PER_GUEST.attempts;
  const codes = await Promise.all(Array.from({ length: most + 5 }, () => codeOf(addComment(noisy))));
  expect(codes.filter((code) => code === "success")).toHaveLength(most);
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(5);
  const react = ({ call }: TestGuest) =>
    codeOf(call(routes.reactAsGuest, { params, body: { emoji: "🎉", isOn: true } }));
  expect(await react(noisy)).toBe("too_many_requests");
  expect(await react(calm)).toBe("success");
  expect(await codeOf(addComment(calm))).toBe("success");
});

const joinRoom = (page: RealtimeListener, room: object) =>
  page.ask("review.join", room) as Promise<JoinedReview>;

test("a guest cannot enter or write to chat rooms by any event", async () => {
  const { id } = await addFilmProject();
  const { uuid: roomId } = await owner.call(routes.openProjectChatRoom, { params: { id } });
  const guest = await enterLink(await newLink(id));
  const [member, page] = [await listenAs(api, owner), await listenAs(api, { guest: guest.token })];
  await member.ask("chat.enter", "here");
  expect(await page.ask("chat.enter", "here")).toEqual({ isIn: false });
  page.send("chat.typing", { room: roomId, isTyping: true });
  page.send("chat.state", "away");
  for (const [event, data] of [
    ["sendMessage", { roomId, content: "Hello" }],
    ["messageSeen", { roomId, messageId: "one" }],
    ["room", roomId],
  ] as const)
    expect(await page.ask(event, data)).toMatchObject({ ok: false, code: "forbidden" });
  await owner.call(routes.createChatMessage, { params: { roomId }, body: { content: "Among us" } });
  expect(await member.next("newMessage")).toMatchObject({ content: "Among us" });
  expect([member.count("chat.typing"), page.count("newMessage")]).toEqual([0, 0]);
  member.close();
  page.close();
});

test("a guest who may not comment can point but not draw", async () => {
  const film = await addFilmProject();
  const guest = await enterLink(await newLink(film.id, { mayComment: false }));
  const room = { project: film.id, version: 1 };
  const [member, page] = [await listenAs(api, owner), await listenAs(api, { guest: guest.token })];
  await joinRoom(member, room);
  await joinRoom(page, room);
  page.send("review.draft", {
    id: crypto.randomUUID(),
    shape: { kind: "text", at: [0.5, 0.5], text: "Look", color: "#ff0000", size: 0.02 },
  });
  page.send("review.pointer", [0.5, 0.5]);
  expect(await member.next("review.pointer")).toMatchObject({ pointer: [0.5, 0.5] });
  expect(member.count("review.draft")).toBe(0);
  member.close();
  page.close();
});

test("guests in a room do not receive names, drafts or internal comments of the project's people", async () => {
  const film = await addFilmProject();
  const guest = await enterLink(await newLink(film.id));
  const room = { project: film.id, version: 1 };
  const [member, page] = [await listenAs(api, owner), await listenAs(api, { guest: guest.token })];
  await joinRoom(member, room);
  const joined = await joinRoom(page, room);
  expect(joined.isIn && joined.people.map(({ name, isGuest }) => [name, isGuest]).sort()).toEqual([
    ["", undefined],
    ["Ada", true],
  ]);
  expect(await member.next("review.people")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: owner.username }),
      expect.objectContaining({ name: "Ada", isGuest: true }),
    ]),
  );
  const draft = { id: crypto.randomUUID(), shape: null };
  page.send("review.lead", { frame: 1, speed: 1 });
  page.send("review.draft", draft);
  expect(await member.next("review.draft")).toMatchObject({ draft });
  expect(member.count("review.lead")).toBe(0);
  member.send("review.draft", draft);
  member.send("review.pointer", [0.5, 0.5]);
  expect(await page.next("review.pointer")).toMatchObject({ pointer: [0.5, 0.5] });
  expect(page.count("review.draft")).toBe(0);
  await writeComment(owner, film.id, { isInternal: true });
  const open = await writeComment(owner, film.id, {});
  expect(await page.next("comment.changed")).toMatchObject({ uuid: open.uuid });
  const own = await addComment(guest);
  expect(await member.next("comment.changed", own.uuid)).toMatchObject({ uuid: own.uuid });
  // Guests receive no events of the client.
  expect(page.count("project.changed")).toBe(0);
  for (const wanted of [
    { ...room, version: 2 },
    { project: crypto.randomUUID(), version: 1 },
  ])
    expect(await joinRoom(page, wanted)).toEqual({ isIn: false });
  member.close();
  page.close();
});

test("guests who enter at the same time are counted exactly, also after a restart, and their calls are logged", async () => {
  const { id } = await addFilmProject();
  const link = await newLink(id);
  const guests = await Promise.all(
    Array.from({ length: 12 }, (_, n) => enterLink(link, { name: `Guest ${n} of ${id}` }, `203.0.113.${n}`)),
  );
  await api.restart();
  const [listed] = await owner.call(routes.listReviewLinks, { params: { id } });
  expect(listed?.guestCount).toBe(12);
  const [first] = guests;
  if (!first) throw new Error("Nobody entered");
  // A guest's session stays valid when the api restarts.
  const written = await addComment({ ...first, call: clientAt("203.0.113.0", first.token) });
  expect(written.author).toEqual({ name: `Guest 0 of ${id}`, isGuest: true });
  const entries = await eventually(
    async () => {
      const { rows } = await sql<{ type: string }>`SELECT type FROM logs
        WHERE client_uuid = ${owner.clientUuid} AND username = ${`Guest 0 of ${id}`} ORDER BY at`.execute(
        api.database.db,
      );
      return rows.length === 2 && rows;
    },
    { what: "both entries of the log" },
  );
  expect(entries.map(({ type }) => type)).toEqual([
    "POST /api/review/sessions",
    "POST /api/review/versions/{n}/comments",
  ]);
});
