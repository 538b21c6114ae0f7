import { join } from "node:path";
import { createApiClient, routes } from "@shoal/contract";
import { eventually, H264, makeClip, testPicture, waitForMail } from "@shoal/testkit";
import { type OpenDatabase, openDatabase } from "../../apps/api/src/platform/database.ts";
import { addVideo } from "../../apps/api/src/testing/video-harness.ts";
import { type Account, uploadFile, VIDEO_TIMEOUT_MS, waitForVideo } from "../../harness/account.ts";
import { addPerson, type Person } from "../../harness/people.ts";
import { uniqueName } from "./tenants.ts";

/** A running platform. */
export interface InstalledPlatform {
  apiUrl: string;
  databaseUrl: string;
  dataDir: string;
  admin: Account;
}

/** The user as whom a test views a screen. */
export type ScreenViewer =
  | "nobody"
  | "editor"
  | "analyst"
  /** A user without a role. */
  | "visitor"
  | "manager"
  | "administrator"
  /** A user without an email address. */
  | "newcomer"
  /** A user whose password was chosen by another person. */
  | "beginner";

/** A client with content on each of its screens. Tests only read it. */
export interface ScreenFixtures {
  apiUrl: string;
  people: Record<Exclude<ScreenViewer, "nobody">, Person>;
  clientname: string;
  clientUuid: string;
  videoUuid: string;
  liveUuid: string;
  roomUuid: string;
  outroId: string;
  sceneListUuid: string;
  projectUuid: string;
  /** The key of a config. */
  pluginKey: string;
  configUuid: string;
  siteUuid: string;
  /** The dashboard paths to which mailed links lead. */
  signupPath: string;
  newPasswordPath: string;
}

/** The names of the client's content, by which tests find it on the screens. */
export const FIXTURE_NAMES = {
  video: "A morning at the harbour",
  live: "The harbour at this moment",
  room: "The pier without delay",
  broken: "Cut off on its way",
  trashed: "Thrown away",
  chapter: "The first boats return",
  outro: "Thank you for watching",
  sceneList: "The coast in parts",
  exportLink: "Museum of the coast",
  picture: "reef",
  pluginVideo: "/films/tide/master.m3u8",
  config: "The harbour's pages",
  site: "The lighthouse",
  project: "The harbour film",
  team: "Cutters",
};

const pathOf = (link: string): string => new URL(link).hash.slice(1);

/**
 * Prepares the client that the tests of one file share.
 * @example const fixtures = await prepareScreenFixtures({ apiUrl, databaseUrl, dataDir, admin });
 */
export async function prepareScreenFixtures(installed: InstalledPlatform): Promise<ScreenFixtures> {
  const { apiUrl, admin } = installed;
  const clientname = uniqueName("Lagoon");
  const flags = { vireed: true, export: true, scenelist: true } as const;
  const { uuid: clientUuid } = await admin.call(routes.createClient, {
    body: { clientname, type: "platform", ...flags },
  });
  const database = openDatabase(installed.databaseUrl, 2);
  try {
    const people = await addPeople(installed, clientUuid, database);
    const [links, media, config] = await Promise.all([
      mailLinks(installed, clientUuid, people.editor),
      addMedia(installed, people.manager, clientUuid, database),
      people.manager.call(routes.addConfig, {
        body: { name: FIXTURE_NAMES.config, sites: [{ name: FIXTURE_NAMES.site, exchange: "only" }] },
      }),
    ]);
    const { key: pluginKey, uuid: configUuid } = config;
    const siteUuid = config.sites[0]?.uuid ?? "";
    const ids = { clientUuid, pluginKey, configUuid, siteUuid };
    return { apiUrl, people, clientname, ...ids, ...links, ...media };
  } finally {
    await database.close();
  }
}

async function addPeople(
  { admin }: InstalledPlatform,
  client: string,
  { db }: OpenDatabase,
): Promise<ScreenFixtures["people"]> {
  const add = (name: string, roles: Parameters<typeof addPerson>[2]["roles"], hasEmail = true) => {
    const username = uniqueName(name);
    const email = hasEmail ? { email: `${username}@example.org` } : {};
    return addPerson(admin, client, { username, roles, ...email });
  };
  const [manager, editor, analyst, visitor, newcomer, beginner] = await Promise.all([
    add("keeper", ["manager"]),
    add("editor", ["editor"]),
    add("analyst", ["readAnalytics"]),
    add("visitor", []),
    add("newcomer", ["editor"], false),
    add("beginner", ["editor"]),
  ]);
  // Only the platform's first administrator receives a password from another person, so the platform has only one such user.
  await db
    .updateTable("users")
    .set({ password_modified: false })
    .where("username", "=", beginner.username)
    .execute();
  const administrator = { username: "admin", ...admin };
  return { administrator, manager, editor, analyst, visitor, newcomer, beginner };
}

/** Sends links by mail to an invited user, and to a user who forgot the password. @returns the paths to which the links lead. */
async function mailLinks(
  { admin, dataDir }: InstalledPlatform,
  client: string,
  { username, call }: Person,
): Promise<Pick<ScreenFixtures, "signupPath" | "newPasswordPath">> {
  const { activationLink } = await admin.call(routes.createUser, {
    body: { username: uniqueName("invited"), roles: ["editor"], client },
  });
  const linkOf = async (screen: string) => {
    const holds = (link: string) => link.includes(screen);
    const isWanted = ({ to, links }: { to: string; links: string[] }) =>
      to.includes(`${username}@example.org`) && links.some(holds);
    return pathOf((await waitForMail(join(dataDir, "mails"), isWanted)).links.find(holds) ?? "");
  };
  await call(routes.sendVerification, {});
  const proof = new URLSearchParams((await linkOf("verifyMail")).split("?")[1]);
  await call(routes.verifyMail, { body: { mail: proof.get("mail") ?? "", key: proof.get("key") ?? "" } });
  const anonymous = createApiClient({ baseUrl: admin.apiUrl, credential: () => undefined });
  await anonymous(routes.forgot, { params: { id: username }, body: {} });
  return { signupPath: pathOf(activationLink), newPasswordPath: await linkOf("/forgot/") };
}

/** Adds the videos that the screens list: a playable one, others in several states, and videos derived from them. */
async function addMedia(
  installed: InstalledPlatform,
  person: Person,
  clientUuid: string,
  database: OpenDatabase,
): Promise<
  Pick<ScreenFixtures, "videoUuid" | "liveUuid" | "roomUuid" | "outroId" | "sceneListUuid" | "projectUuid">
> {
  const { call } = person;
  const [outroId, videoUuid, liveUuid, roomUuid] = await Promise.all([
    addOutro(installed, person),
    addPlayable(installed, person),
    addLive(person),
    addRoom(person),
    addStates(person, clientUuid, database),
    addPlayedElsewhere(person, clientUuid, database),
  ]);
  const params = { id: videoUuid };
  const chapters = [
    { start: 0, title: FIXTURE_NAMES.chapter },
    { start: 2, title: "The market opens" },
  ];
  const [{ uuid: sceneListUuid }, { id: categoryId }] = await Promise.all([
    call(routes.createSceneList, {
      body: {
        title: FIXTURE_NAMES.sceneList,
        scenes: [{ video: videoUuid, in: 1, out: 3, mode: "accurate" }],
      },
    }),
    call(routes.addCategory, { body: { name: "Press" } }),
    call(routes.setChapters, { params, body: { chapters } }),
    call(routes.createExportLink, {
      body: { video: videoUuid, name: FIXTURE_NAMES.exportLink, sites: ["museum.example.org"], endsAt: null },
    }),
    call(routes.assignOutro, { params, body: { outro: outroId } }),
  ]);
  await call(routes.addToCategory, { params: { ...params, categoryId } });
  // Waits until everything that changes without user input has reached its final state.
  await eventually(
    async () => (await call(routes.getSceneList, { params: { id: sceneListUuid } })).state === "ready",
    { what: "the scene list", limitMs: VIDEO_TIMEOUT_MS },
  );
  const projectUuid = await addProject(person, videoUuid);
  return { videoUuid, liveUuid, roomUuid, outroId, sceneListUuid, projectUuid };
}

/** Adds a project with a team of all users of the client. */
async function addProject({ call }: Person, video: string): Promise<string> {
  const { _embedded: users } = await call(routes.listUsers, { query: {} });
  const { uuid: team } = await call(routes.createTeam, {
    body: {
      teamName: FIXTURE_NAMES.team,
      collabsTeam: users.map(({ username }) => ({ username, role: "viewer" })),
    },
  });
  const body = { name: FIXTURE_NAMES.project, description: "Cut and colour", uuid: video, teams: [team] };
  return (await call(routes.createProject, { body })).uuid;
}

/** Adds a live without a publisher, with an external stream. */
async function addLive({ call }: Person): Promise<string> {
  const externalStreams = { twitch: [{ key: "live_0123456789" }] };
  const body = { title: FIXTURE_NAMES.live, type: "live" as const, externalStreams };
  return (await call(routes.createVideo, { body: body as never })).uuid;
}

/** Adds a live without delay. Its camera has never been turned on. */
async function addRoom({ call }: Person): Promise<string> {
  const camera = { liveType: "camera", directStream: "no", encodingStatus: "uploading" } as const;
  const body = { title: FIXTURE_NAMES.room, type: "live" as const, ...camera };
  return (await call(routes.createVideo, { body: body as never })).uuid;
}

/** Adds a video with media. Scenes are cut from it, and its page shows the player. */
async function addPlayable({ admin }: InstalledPlatform, person: Person): Promise<string> {
  const owner = { ...admin, ...person };
  const clip = await makeClip("clip.mp4", [...testPicture({ durationSec: 4, rate: "10" }), ...H264]);
  const uuid = await uploadFile(owner, FIXTURE_NAMES.video, clip);
  const body = { tags: ["sea", "port"], description: "Boats and gulls." };
  await person.call(routes.updateVideo, { params: { id: uuid }, body });
  await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  return uuid;
}

/** Inserts rows for states that media never reach, or reach only after some time. */
async function addStates({ call }: Person, clientUuid: string, database: OpenDatabase): Promise<void> {
  const { uuid: userUuid } = await call(routes.getMe, {});
  const add = (columns: Parameters<typeof addVideo>[2]) =>
    addVideo({ database }, { clientUuid, userUuid }, columns);
  await add({ title: FIXTURE_NAMES.broken, status: "error", error_type: "truncated_file" });
  await add({ title: "Half of it sent", status: "upload_failed", uploading_percent: 40 });
  await call(routes.deleteVideo, { params: { id: await add({ title: FIXTURE_NAMES.trashed }) } });
}

/** Adds media on another CDN to a collection. */
async function addPlayedElsewhere({ call }: Person, clientUuid: string, { db }: OpenDatabase): Promise<void> {
  const { uuid } = await call(routes.addCollection, { body: { name: "Tides" } });
  const columns = {
    name: FIXTURE_NAMES.pluginVideo,
    version: "1.2.10",
    tags: ["sea"],
    collection_uuid: uuid,
  };
  await db
    .insertInto("plugin_videos")
    .values({ client_uuid: clientUuid, ...columns })
    .execute();
}

/** Adds an outro whose picture is from the media bank. */
async function addOutro({ apiUrl }: InstalledPlatform, { call, credential }: Person): Promise<string> {
  const source = ["-f", "lavfi", "-i", "testsrc2=s=300x150", "-frames:v", "1"];
  const picture = await makeClip(`${FIXTURE_NAMES.picture}.png`, source);
  const body = new FormData();
  body.set("name", FIXTURE_NAMES.picture);
  body.set("picture", new Blob([new Uint8Array(picture)], { type: "image/png" }), "reef.png");
  const headers = { authorization: `Bearer ${credential}` };
  const response = await fetch(`${apiUrl}${routes.addPicture.path}`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`The picture: ${response.status} ${await response.text()}`);
  const { id: image } = (await response.json()) as { id: string };
  await eventually(async () => (await call(routes.getPicture, { params: { id: image } })).state === "ready", {
    what: "the picture",
    limitMs: VIDEO_TIMEOUT_MS,
  });
  const button = { text: "Visit us", url: "https://reef.example.org/" };
  const words = { title: FIXTURE_NAMES.outro, description: "Until the next tide.", subtext: null };
  const { id } = await call(routes.addOutro, { body: { ...words, button, image, backgroundImage: null } });
  return id;
}
