import { type RouteSpec, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../modules/accounts/auth/index.ts";
import { PASSWORD, startTestApi, type TestApi } from "../test-api.ts";
import { type ClientFingerprint, fingerprintOf } from "../testing/client-fingerprint.ts";
import { createPopulatedClients, type PopulatedClient } from "../testing/populated-client.ts";
import { reportMinutes } from "../testing/report-minutes.ts";
import type { RequestSample } from "../testing/request-samples.ts";
import { addCaller, CALLERS, type Caller, type CallerKind, refusalOf } from "../testing/route-callers.ts";
import { routesWithoutTarget, targetedRequest } from "../testing/route-targets.ts";
import { sendRequest, type TestResponse } from "../testing/send-request.ts";
import { UNLIMITED } from "../testing/unlimited.ts";

const TABLE: Record<string, RouteSpec> = routes;
const REFUSALS = ["not_signed_in", "guest_session_ended", "password_change_required", "forbidden"];
const ABSENT = [
  "not_found",
  "video_not_found",
  "user_not_found",
  "client_not_found",
  "category_not_found",
  "picture_not_found",
  "outro_not_found",
  "scene_list_not_found",
  "config_not_found",
  "project_not_found",
  "team_not_found",
  "comment_not_found",
  "chat_room_not_found",
  "chat_message_not_found",
  "review_link_not_found",
  "alert_not_found",
  "webhook_not_found",
  "upload_token_not_found",
  "import_not_found",
  "exit_not_found",
  "arrival_not_found",
  "collection_not_found",
  "invoice_not_found",
];
/** Calls that name an object in their body. */
const NAMED_BY_BODY: RouteSpec[] = [
  routes.cutVideo,
  routes.createExportLink,
  routes.createSceneList,
  routes.createProject,
  routes.addVodToLiveTask,
  routes.simulateAccess,
  routes.replayAccess,
  routes.feedback,
  routes.feedbackCdn,
  routes.feedbackRunning,
];

/** Calls without a particular object: another client's object and a missing one are the same. */
const WITHOUT_ABSENCE: RouteSpec[] = [
  // Each search in the body has its own response.
  routes.searchKeySeveral,
  routes.forgetViewer,
  routes.getMonthBill,
  routes.exportBilledRows,
  // Payments are not configured in tests.
  routes.confirmCheckout,
  routes.getFootprintReport,
  routes.exportFootprintCsv,
  routes.exportFootprintPdf,
  routes.makeFootprintReport,
];

/** Errors that repeat the requested name, as the specification words them. */
const ECHOES: RouteSpec[] = [routes.findUser, routes.removeTeamMember];

/** Calls about the upload of the caller's token: a session has none. */
const OF_TOKENS: RouteSpec[] = [routes.getCurrentUpload];

/** Calls that administrators can only make for their own client, not for one that they view. */
const OF_OWN_CLIENT: RouteSpec[] = [routes.createChatRoom];

/** Calls about the object of a key in their body. */
const KEY_IN_BODY: RouteSpec[] = [routes.findReview, routes.enterReview];

interface PopulatedClients {
  target: PopulatedClient;
  other: PopulatedClient;
}

let api: TestApi;
let passwordHash: string;
let addPopulatedClient: () => Promise<PopulatedClient>;
/** The data for callers that cannot change anything, and one caller of each kind. */
let untouched: PopulatedClients;
/** A fingerprint of the target's data. */
let fingerprint: ClientFingerprint;
const standing = new Map<CallerKind, Caller>();
beforeAll(async () => {
  api = await startTestApi(UNLIMITED);
  passwordHash = await hashPassword(PASSWORD);
  addPopulatedClient = createPopulatedClients(api.database.db, passwordHash);
  untouched = await addClientPair();
  // The session has the name of the client's video.
  await reportMinutes(api, untouched.target, [{ session_uuid: untouched.target.videoUuid, agoMin: 1 }]);
  for (const kind of CALLERS) standing.set(kind, await addCallerTo(untouched, kind));
  fingerprint = await fingerprintOf(api.database.db, untouched.target);
});
afterAll(() => api.close());

const addClientPair = async (): Promise<PopulatedClients> => ({
  target: await addPopulatedClient(),
  other: await addPopulatedClient(),
});
const addCallerTo = (worlds: PopulatedClients, kind: CallerKind) =>
  addCaller(api.database.db, kind, worlds, passwordHash);

/** Returns whether objects of a link belong to anyone who has its key. */
const isByKey = (route: RouteSpec) =>
  route.guard === "public" && (route.params !== undefined || KEY_IN_BODY.includes(route));
const isOutside = (kind: CallerKind | undefined) =>
  !kind || (kind.of === "other" && !kind.roles.includes("admin"));
/** Returns whether the call changes nothing, because the caller can only read or is refused by the guard. */
const changesNothing = (route: RouteSpec, kind: CallerKind | undefined) =>
  route.method === "GET" || refusalOf(route.guard, kind) !== undefined;

interface Prepared extends PopulatedClients {
  caller: Caller | undefined;
}

/** The data of refused calls: it is unchanged, so the next call uses it. */
const spare = new Map<string, Prepared>();

/** Prepares the caller and the objects of a call: each caller has its own copies of objects that may change. */
async function prepare(route: RouteSpec, kind: CallerKind | undefined) {
  const isStill = changesNothing(route, kind);
  const isGuarded = isOutside(kind) && !isByKey(route);
  const place = `${isGuarded} ${kind?.name}`;
  const found = isStill ? { ...untouched, caller: kind && standing.get(kind) } : spare.get(place);
  if (!isStill) spare.delete(place);
  const handBack = (prepared: Prepared) => void (isStill || spare.set(place, prepared));
  return { ...(found ?? (await addClientPairFor(kind, isGuarded))), handBack };
}

async function addClientPairFor(kind: CallerKind | undefined, isGuarded: boolean): Promise<Prepared> {
  const target = isGuarded ? untouched.target : await addPopulatedClient();
  const other =
    kind?.of === "other" || kind?.views === "other" ? await addPopulatedClient() : untouched.other;
  return { target, other, caller: kind && (await addCallerTo({ target, other }, kind)) };
}

/** Classifies a response: the guard's refusal, "absent" or "past". */
function classOf({ status, code }: TestResponse): string {
  if (status >= 500 || code === "bad_request") return `${status} ${code}`;
  if (REFUSALS.includes(code)) return code;
  return ABSENT.includes(code) ? "absent" : "past";
}

/** Returns the result of the guard for a caller, given the client that owns the objects. */
function expectedClass(route: RouteSpec, kind: CallerKind | undefined): string {
  const refusal = refusalOf(route.guard, kind);
  if (refusal) return refusal;
  if (kind?.views && OF_OWN_CLIENT.includes(route)) return "forbidden";
  if (OF_TOKENS.includes(route)) return "absent";
  const isForeign = kind?.of === "other" && !kind.roles.includes("admin");
  const namesThing = (route.params && !WITHOUT_ABSENCE.includes(route)) || NAMED_BY_BODY.includes(route);
  return isForeign && namesThing && route.guard !== "public" ? "absent" : "past";
}

test("every route with parameters has a target", () => {
  expect(routesWithoutTarget(TABLE)).toEqual([]);
});

test.each(Object.entries(TABLE))("%s responds to each caller according to its guard", async (name, route) => {
  const before = fingerprint;
  const given: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const walkAs = async (kind: CallerKind | undefined) => {
    const who = kind?.name ?? "nobody";
    const { handBack, ...prepared } = await prepare(route, kind);
    const { target, caller } = prepared;
    const owner = kind?.of === "target" || kind?.views ? caller : undefined;
    const request = targetedRequest(name, route, target, owner);
    const answer = await sendRequest(api.url, route, request, caller?.headers);
    if (answer.status >= 400) handBack(prepared);
    given[who] = classOf(answer);
    expected[who] = expectedClass(route, kind);
    // Whether administrators see objects of a client they do not view depends on the route.
    if (kind?.name === "an administrator" && given[who] === "absent") expected[who] = "absent";
    if (isOutside(kind) && !isByKey(route) && !ECHOES.includes(route))
      expect(answer.text, who).not.toContain(target.marker);
  };
  await Promise.all([undefined, ...CALLERS].map(walkAs));
  // Changes of this call must not be attributed to the next one.
  fingerprint = await fingerprintOf(api.database.db, untouched.target);
  expect(given).toEqual(expected);
  expect(fingerprint, "a refused or reading call changed these tables").toEqual(before);
});

test("objects of another client named in a body are not found", async () => {
  const worlds = await addClientPair();
  const { target, other } = worlds;
  const before = await fingerprintOf(api.database.db, target);
  const kind: CallerKind = { name: "a manager of another client", roles: ["manager"], of: "other" };
  const { headers } = await addCallerTo(worlds, kind);
  const params = { id: other.clientUuid };
  const call = (route: RouteSpec, request: RequestSample) => sendRequest(api.url, route, request, headers);
  const answers = [
    await call(routes.changeIce, { params, body: { uuid: target.iceSetUuid, isInForce: true } }),
    await call(routes.setAuthorizedVideos, { params, body: { authorizedVideos: [target.videoUuid] } }),
    await call(routes.createUser, {
      body: { username: `new-${target.marker}`, roles: ["editor"], client: target.clientUuid },
    }),
  ];
  expect(answers.map(({ code }) => code)).toEqual(["not_found", "bad_request", "forbidden"]);
  expect(await fingerprintOf(api.database.db, target)).toEqual(before);
});
