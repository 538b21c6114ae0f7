import { type ApiCall, type CallOf, createApiClient, routes } from "@shoal/contract";
import { DEMO_CLIENTS, DEMO_PASSWORD, toSlug } from "./demo-data.ts";
import { FILM_CUTS } from "./film-cuts.ts";

const PROJECT_DESCRIPTION = "Sound and titles follow. Please look at the ending first.";

/** The number of days from the seed until the deadline for the reviewers' decisions. */
const REVIEW_DAYS = 5;

/** Comments on frames of the first cut, which are carried over to the later cuts. */
const CARRIED_COMMENTS = [
  [112, "This part is too long."],
  [240, "Nearer, please: one cannot see what moves."],
] as const;

/**
 * Adds two projects with versions, teams, comments, decisions and a review link to the demo client that has projects. Data of
 * an earlier seed is left unchanged.
 */
export async function addProjects(apiUrl: string): Promise<void> {
  const client = DEMO_CLIENTS.find(({ flags }) => flags?.vireed);
  if (!client) return;
  const username = toSlug(client);
  const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const { credential } = await anonymous(routes.login, { body: { username, password: DEMO_PASSWORD } });
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  if ((await call(routes.listProjects, { query: { pagesize: 0 } }))._size > 0) return;
  const query = { pagesize: 100, filter: { type: "vod" as const, status: ["encoded" as const] } };
  const videos = (await call(routes.listVideos, { query }))._embedded;
  const [first, second, third] = FILM_CUTS.map((name) => videos.find(({ title }) => title === name)?.uuid);
  if (first === undefined || second === undefined || third === undefined) return;
  const editor = `${username}-editor`;
  const team = await call(routes.createTeam, {
    body: {
      teamName: "Picture",
      teamDescription: "Cut and colour",
      collabsTeam: [{ username: editor, role: "editor" }],
    },
  });
  const film = await call(routes.createProject, {
    body: { name: "Harbour film", description: PROJECT_DESCRIPTION, uuid: first, teams: [team.uuid] },
  });
  const versions = [
    { uuidVideo: second, description: "Shorter opening" },
    { uuidVideo: third, description: "Graded, and the ending nearer" },
  ];
  // Comments on the first version: one on frames that are cut out later, and one on frames that move.
  for (const [frame, text] of CARRIED_COMMENTS)
    await call(routes.createComment, {
      params: { id: film.uuid, n: 1 },
      body: { uuid: crypto.randomUUID(), frame, text },
    });
  for (const { uuidVideo, description } of versions)
    await call(routes.addVersion, {
      params: { id: film.uuid },
      body: { uuidVideo, description },
    });
  await call(routes.createReviewLink, {
    params: { id: film.uuid },
    body: { label: "Client review", hasWatermark: true },
  });
  const trailer = await call(routes.createProject, {
    body: { name: "Autumn trailer", uuid: second, collabs: [{ username: editor, role: "viewer" }] },
  });
  const colleague = await anonymous(routes.login, { body: { username: editor, password: DEMO_PASSWORD } });
  const callAsEditor = createApiClient({ baseUrl: apiUrl, credential: () => colleague.credential });
  await addDiscussion(
    { call, callAsEditor, username, editor },
    { id: film.uuid, n: versions.length + 1, opening: "Much better. Can the title come a second later?" },
  );
  await addDiscussion(
    { call, callAsEditor, username, editor },
    { id: trailer.uuid, n: 1, opening: "Please look at the horizon here." },
  );
  const dueAt = new Date(Date.now() + REVIEW_DAYS * 86_400_000).toISOString();
  for (const [id, n] of [
    [film.uuid, versions.length + 1],
    [trailer.uuid, 1],
  ] as const)
    await call(routes.setReviewers, { params: { id, n }, body: { reviewers: [editor], dueAt } });
  await callAsEditor(routes.makeDecision, {
    params: { id: film.uuid, n: versions.length + 1 },
    body: {
      uuid: crypto.randomUUID(),
      decision: "approvedWithNotes",
      note: "Good to go once the title comes a second later.",
    },
  });
}

interface ProjectPeople {
  call: ApiCall;
  callAsEditor: ApiCall;
  username: string;
  editor: string;
}

/** Adds a thread with a drawing and a reply, a comment on the whole version, and a resolved comment. */
async function addDiscussion(
  { call, callAsEditor, username, editor }: ProjectPeople,
  { id, n, opening }: { id: string; n: number; opening: string },
): Promise<void> {
  const params = { id, n };
  const write = (as: ApiCall, body: Omit<CallOf<typeof routes.createComment>["body"], "uuid">) =>
    as(routes.createComment, { params, body: { uuid: crypto.randomUUID(), ...body } });
  const drawn = await write(call, {
    frame: 24,
    endFrame: 48,
    text: `@${editor} ${opening}`,
    mentions: [editor],
    drawing: {
      shapes: [
        { kind: "ellipse", from: [0.3, 0.3], to: [0.7, 0.6], color: "#ffd43b", size: 0.008 },
        { kind: "arrow", from: [0.85, 0.85], to: [0.68, 0.58], color: "#ff6b6b", size: 0.008 },
      ],
    },
  });
  await write(callAsEditor, {
    text: `@${username} Done in the next version.`,
    mentions: [username],
    parent: drawn.uuid,
  });
  await write(callAsEditor, { text: "The sound works well as it is." });
  const solved = await write(callAsEditor, {
    frame: 72,
    text: "This cut comes too early.",
    isInternal: true,
  });
  await write(call, { text: "Moved by half a second.", parent: solved.uuid });
  await call(routes.resolveComment, { params: { id: solved.uuid }, body: { isResolved: true } });
}
