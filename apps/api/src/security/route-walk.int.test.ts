import { type RouteSpec, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../modules/accounts/auth/index.ts";
import { PASSWORD, startTestApi, type TestApi } from "../test-api.ts";
import { type ClientFingerprint, fingerprintOf } from "../testing/client-fingerprint.ts";
import { createPopulatedClients, type PopulatedClient } from "../testing/populated-client.ts";
import { reportMinutes } from "../testing/report-minutes.ts";
import type { RequestSample } from "../testing/request-samples.ts";
import {
  addCaller,
  type CallerKind,
  refusalOf,
  TEST_CALLERS,
  type TestCaller,
} from "../testing/route-callers.ts";
import { routesWithoutTarget, targetedRequest } from "../testing/route-targets.ts";
import { sendRequest, type TestResponse } from "../testing/send-request.ts";
import { UNLIMITED } from "../testing/unlimited.ts";

const ROUTE_TABLE: Record<string, RouteSpec> = routes;
const GUARD_REFUSALS = ["not_signed_in", "guest_session_ended", "password_change_required", "forbidden"];
const ABSENT_CODES = [
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
const ROUTES_NAMED_BY_BODY: RouteSpec[] = [
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

/** Calls without a particular object: another client's object and a missing object are the same. */
const ROUTES_WITHOUT_OBJECT: RouteSpec[] = [
  // The call returns a separate response for each search in its body.
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
const ECHO_ROUTES: RouteSpec[] = [routes.findUser, routes.removeTeamMember];

/** Calls about the upload of the caller's token: a session has no upload. */
const UPLOAD_TOKEN_ROUTES: RouteSpec[] = [routes.getCurrentUpload];

/** Calls that administrators can only make for their own client, not for a client that they view. */
const OWN_CLIENT_ROUTES: RouteSpec[] = [routes.createChatRoom];

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
let untouchedClients: PopulatedClients;
/** A fingerprint of the target's data. */
let untouchedFingerprint: ClientFingerprint;
const standingCallers = new Map<CallerKind, TestCaller>();
beforeAll(async () => {
  api = await startTestApi(UNLIMITED);
  passwordHash = await hashPassword(PASSWORD);
  addPopulatedClient = createPopulatedClients(api.database.db, passwordHash);
  untouchedClients = await addClientPair();
  // The recorded session has the same uuid as the client's video.
  await reportMinutes(api, untouchedClients.target, [
    { session_uuid: untouchedClients.target.videoUuid, agoMin: 1 },
  ]);
  for (const kind of TEST_CALLERS) standingCallers.set(kind, await addCallerTo(untouchedClients, kind));
  untouchedFingerprint = await fingerprintOf(api.database.db, untouchedClients.target);
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
/** Returns whether the call changes nothing, because the caller can only read or is rejected by the guard. */
const changesNothing = (route: RouteSpec, kind: CallerKind | undefined) =>
  route.method === "GET" || refusalOf(route.guard, kind) !== undefined;

interface PreparedCall extends PopulatedClients {
  caller: TestCaller | undefined;
}

/** The data of rejected calls: it is unchanged, so the next call uses it. */
const spareCalls = new Map<string, PreparedCall>();

/** Prepares the caller and the objects of a call: each caller has its own copies of objects that may change. */
async function prepareCall(route: RouteSpec, kind: CallerKind | undefined) {
  const isStill = changesNothing(route, kind);
  const isGuarded = isOutside(kind) && !isByKey(route);
  const place = `${isGuarded} ${kind?.name}`;
  const found = isStill
    ? { ...untouchedClients, caller: kind && standingCallers.get(kind) }
    : spareCalls.get(place);
  if (!isStill) spareCalls.delete(place);
  const handBack = (prepared: PreparedCall) => void (isStill || spareCalls.set(place, prepared));
  return { ...(found ?? (await addClientPairFor(kind, isGuarded))), handBack };
}

async function addClientPairFor(kind: CallerKind | undefined, isGuarded: boolean): Promise<PreparedCall> {
  const target = isGuarded ? untouchedClients.target : await addPopulatedClient();
  const other =
    kind?.of === "other" || kind?.views === "other" ? await addPopulatedClient() : untouchedClients.other;
  return { target, other, caller: kind && (await addCallerTo({ target, other }, kind)) };
}

/** Classifies a response: the guard's rejection, "absent" or "past". */
function classifyResponse({ status, code }: TestResponse): string {
  if (status >= 500 || code === "bad_request") return `${status} ${code}`;
  if (GUARD_REFUSALS.includes(code)) return code;
  return ABSENT_CODES.includes(code) ? "absent" : "past";
}

/** Returns the result of the guard for a caller, given the client that owns the objects. */
function expectedClassOf(route: RouteSpec, kind: CallerKind | undefined): string {
  const refusal = refusalOf(route.guard, kind);
  if (refusal) return refusal;
  if (kind?.views && OWN_CLIENT_ROUTES.includes(route)) return "forbidden";
  if (UPLOAD_TOKEN_ROUTES.includes(route)) return "absent";
  const isForeign = kind?.of === "other" && !kind.roles.includes("admin");
  const namesThing =
    (route.params && !ROUTES_WITHOUT_OBJECT.includes(route)) || ROUTES_NAMED_BY_BODY.includes(route);
  return isForeign && namesThing && route.guard !== "public" ? "absent" : "past";
}

test("every route with parameters has a target", () => {
  expect(routesWithoutTarget(ROUTE_TABLE)).toEqual([]);
});

test.each(Object.entries(ROUTE_TABLE))(
  "%s responds to each caller according to its guard",
  async (name, route) => {
    const before = untouchedFingerprint;
    const given: Record<string, string> = {};
    const expected: Record<string, string> = {};
    const walkAs = async (kind: CallerKind | undefined) => {
      const who = kind?.name ?? "nobody";
      const { handBack, ...prepared } = await prepareCall(route, kind);
      const { target, caller } = prepared;
      const owner = kind?.of === "target" || kind?.views ? caller : undefined;
      const request = targetedRequest(name, route, target, owner);
      const answer = await sendRequest(api.url, route, request, caller?.headers);
      if (answer.status >= 400) handBack(prepared);
      given[who] = classifyResponse(answer);
      expected[who] = expectedClassOf(route, kind);
      // Whether administrators see objects of a client they do not view depends on the route.
      if (kind?.name === "an administrator" && given[who] === "absent") expected[who] = "absent";
      if (isOutside(kind) && !isByKey(route) && !ECHO_ROUTES.includes(route))
        expect(answer.text, who).not.toContain(target.marker);
    };
    await Promise.all([undefined, ...TEST_CALLERS].map(walkAs));
    // The fingerprint is renewed, so that the changes of this call are not attributed to the next call.
    untouchedFingerprint = await fingerprintOf(api.database.db, untouchedClients.target);
    expect(given).toEqual(expected);
    expect(untouchedFingerprint, "a refused or reading call changed these tables").toEqual(before);
  },
);

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
