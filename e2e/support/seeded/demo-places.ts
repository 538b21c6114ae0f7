import { routes } from "@shoal/contract";
import { canInProject, hasRole, readsAnalyticsOnly } from "@shoal/domain";
import { RANGES } from "../../../apps/dashboard/src/components/analytics/period/period.ts";
import { decideRedirect } from "../../../apps/dashboard/src/composition/guard.ts";
import { CHAPTERS } from "../../../apps/dashboard/src/features/docs/contents.ts";
import { DASHBOARD_ROUTES } from "../dashboard-screens.ts";
import type { DemoSession } from "./demo-session.ts";

const DAY_MS = 86_400_000;

/** The ids in the URLs of screens. An account may lack some of the items. */
interface ItemIds {
  video?: string | undefined;
  /** A live of type camera. */
  camera?: string | undefined;
  session?: string | undefined;
  month?: string | undefined;
  alert?: string | undefined;
  outro?: string | undefined;
  sceneList?: string | undefined;
  /** A chat room. */
  room?: string | undefined;
  /** A project with its version, in the form that the URL has. */
  project?: string | undefined;
  /** The key of a review link. */
  reviewKey?: string | undefined;
  configKey?: string | undefined;
  client?: string | undefined;
}

/** The routes that are not visited: the targets of mailed links and of a sign-in provider, and screens for which the seed has no data. */
const NOT_FROM_INSIDE = new Set([
  "/forgot/:key",
  "/signup/:signupid",
  "/redirect",
  "/chatLive/:liveId",
  // Opening this route would show the client's screens to the administrator from then on.
  "/videosadmin/:uuid",
]);

/** The URL paths of screens about one item. The list is empty if the account has no such item. */
const PATHS_BY_ROUTE: Record<string, (things: ItemIds) => (string | undefined)[]> = {
  "/auth/:username": () => [],
  "/captureWindow/:uuid": ({ camera }) => [camera],
  "/player/:uuid": ({ video, camera }) => [video, camera],
  "/outros/:id": ({ outro }) => [outro],
  "/videoupload/live/:specificVideoID": ({ camera }) => [camera],
  "/capture/:uuid": ({ camera }) => [camera],
  "/delivery/:roomID": () => [],
  "/chatLive/:liveId": ({ camera }) => [camera],
  "/rehearsal/:uuid": ({ video }) => [video],
  "/scenelist/:uuid": ({ sceneList }) => [sceneList],
  "/analytics/:videoID": ({ video }) => [video],
  "/analytics/session/:session": ({ session }) => [session],
  "/footprint/:month": ({ month }) => [month],
  "/footprint/methods/:method": () => ["shoal-2026"],
  "/alert/:uuid": ({ alert }) => [alert],
  "/samples/:key": ({ configKey }) => [configKey],
  "/doc/:main": () => Object.keys(CHAPTERS),
  "/doc/:main/:sub": () => [],
  "/vireed/:projectId/:version": ({ project }) => [project],
  "/review/:key": ({ reviewKey }) => [reviewKey],
  "/chat/:projectId": ({ project }) => [project?.split("/")[0]],
  "/chat/:roomType/:chatRoomId": ({ room }) => [room],
  "/admin/:uuid": ({ client }) => [client],
};

const analyticsOf = (range: string) => `/analytics?range=${range}`;

/**
 * Lists the URLs of every screen that an account may open.
 * @throws Error for a screen whose ids this file does not define.
 */
export async function listDemoPaths(session: DemoSession, nowMs: number): Promise<string[]> {
  const things = await findItemIds(session, nowMs);
  return DASHBOARD_ROUTES.flatMap(({ path, guard }) => {
    if (NOT_FROM_INSIDE.has(path) || decideRedirect(guard, session.user)) return [];
    if (!path.includes(":")) return path === "/analytics" ? [path, ...RANGES.map(analyticsOf)] : [path];
    const addressesOf = PATHS_BY_ROUTE[path];
    if (!addressesOf) throw new Error(`Say in demo-places.ts what ${path} is opened with`);
    return addressesOf(things).flatMap((thing) =>
      thing ? path.replace(/:\w+(\/:(?:version|chatRoomId))?$/, thing) : [],
    );
  });
}

async function findItemIds({ call, user }: DemoSession, nowMs: number): Promise<ItemIds> {
  const isReader = readsAnalyticsOnly(user.roles);
  const seesFigures = hasRole(user.roles, "editor", "readAnalytics");
  const things: ItemIds = { month: new Date(nowMs).toISOString().slice(0, 7) };
  if (!isReader) {
    const { _embedded: videos } = await call(routes.listVideos, { query: { pagesize: 100 } });
    things.video = videos.find(({ title }) => title === "Test card with clock")?.uuid ?? videos[0]?.uuid;
    things.camera = videos.find(({ type }) => type === "live")?.uuid;
    things.outro = (await call(routes.listOutros, { query: {} }))._embedded[0]?.id;
    if (user.client_infos[0]?.vireed) {
      const project = (await call(routes.listProjects, { query: {} }))._embedded[0];
      things.project = project && `${project.uuid}/${project.currentVersion}`;
      if (
        project &&
        canInProject(project.role, "manageReviewLinks", { isArchived: project.status === "archived" })
      ) {
        const [link] = await call(routes.listReviewLinks, { params: { id: project.uuid } });
        things.reviewKey = link?.url?.split("/").at(-1);
      }
    }
    const { rooms } = await call(routes.listChatRooms, { query: {} });
    things.room = rooms[0] && `${rooms[0].kind}/${rooms[0].uuid}`;
    things.configKey = (await call(routes.listConfigs, { query: {} }))._embedded[0]?.key;
  }
  if (seesFigures) {
    const period = { from: new Date(nowMs - 7 * DAY_MS).toISOString(), to: new Date(nowMs).toISOString() };
    things.session = (await call(routes.listStatisticsSessions, { query: period })).rows[0]?.uuid;
    things.alert = (await call(routes.listAlerts, { query: {} }))._embedded[0]?.uuid;
  }
  if (user.roles.includes("admin")) things.client = user.client_infos[0]?.uuid;
  return things;
}
