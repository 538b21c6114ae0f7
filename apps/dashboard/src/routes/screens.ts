import type { ComponentType } from "react";
import { type LoaderFunction, redirect } from "react-router";
import { windows } from "../components/ui/windows/windows.ts";
import { loadTexts } from "../i18n/index.ts";
import type { Area } from "../i18n/texts.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import type { ScreenName } from "./route-table.ts";
import { showClientVideos } from "./view-client.ts";

/** A screen is a page that is fetched when it is first shown, or a deed that ends on another screen. */
export type Screen = { lazy: () => Promise<{ Component: ComponentType }> } | { deed: LoaderFunction };

/** A page that is fetched, with the texts of its areas, when it is first shown; within 120 s (§9). */
export const page = (load: () => Promise<ComponentType>, ...areas: Area[]) => ({
  lazy: async () => {
    const [Component] = await loadChunk(() => Promise.all([load(), loadTexts(...areas)]));
    return { Component };
  },
});

const ROOM_AREAS = ["videos", "live", "delivery"] as const;
const CAPTURE_AREAS = ["videos", "creation", "profile", "live"] as const;

/**
 * The screens that exist. A route whose screen is not here leads to the start, and navigation does not offer it: a new
 * screen is one line here.
 */
export const screens: Partial<Record<ScreenName, Screen>> = {
  signIn: page(async () => (await import("../features/auth/sign-in-page.tsx")).SignInPage, "auth"),
  firstPassword: page(
    async () => (await import("../features/auth/change-password-page.tsx")).ChangePasswordPage,
    "auth",
  ),
  forgotten: page(async () => (await import("../features/auth/forgotten-page.tsx")).ForgottenPage, "auth"),
  newPassword: page(
    async () => (await import("../features/auth/new-password-page.tsx")).NewPasswordPage,
    "auth",
  ),
  signUp: page(async () => (await import("../features/auth/sign-up-page.tsx")).SignUpPage, "auth"),
  verifyEmail: page(
    async () => (await import("../features/auth/verify-email-page.tsx")).VerifyEmailPage,
    "auth",
  ),
  providerReturn: page(
    async () => (await import("../features/auth/provider-return-page.tsx")).ProviderReturnPage,
    "auth",
  ),
  email: page(async () => (await import("../features/auth/email-page.tsx")).EmailPage, "auth"),
  library: page(async () => (await import("./library-route.tsx")).LibraryRoute, "videos", "library"),
  video: page(
    async () => (await import("./video-route.tsx")).VideoRoute,
    "videos",
    "video",
    "manage",
    "profile",
    "dates",
    "live",
    "deliveryRules",
    "accessSimulator",
    "rules",
  ),
  newUser: page(
    async () => (await import("../features/users/users-page.tsx")).OwnUsersPage,
    "manage",
    "people",
    "users",
  ),
  manageUsers: page(
    async () => (await import("../features/users/users-page.tsx")).AllUsersPage,
    "manage",
    "people",
    "users",
  ),
  profile: page(
    async () => (await import("../features/profile/profile-page.tsx")).ProfilePage,
    "profile",
    "people",
    "users",
    "manage",
    "theme",
  ),
  help: page(async () => (await import("../features/help/help-page.tsx")).HelpPage, "help"),
  samples: page(async () => (await import("../features/docs/samples-page.tsx")).SamplesPage, "docs"),
  docs: page(async () => (await import("../features/docs/docs-page.tsx")).DocsPage, "docs"),
  debug: page(async () => (await import("../features/help/debug-page.tsx")).DebugPage, "help"),
  admin: page(
    async () => (await import("../features/clients/clients-page.tsx")).ClientsPage,
    "manage",
    "clients",
  ),
  adminClient: page(
    async () => (await import("../features/clients/client-page.tsx")).ClientPage,
    "manage",
    "clients",
    "dates",
    "profile",
    "theme",
    "live",
    "deliveryRules",
    "accessSimulator",
  ),
  newClient: page(
    async () => (await import("../features/clients/new-client-page.tsx")).NewClientPage,
    "manage",
    "clients",
    "dates",
    "profile",
  ),
  edges: page(async () => (await import("../features/edges/edges-page.tsx")).EdgesPage, "manage", "edges"),
  consumption: page(
    async () => (await import("../features/consumption/consumption-page.tsx")).ConsumptionPage,
    "manage",
    "consumption",
  ),
  sceneLists: page(
    async () => (await import("../features/scene-lists/scene-lists-page.tsx")).SceneListsPage,
    "sceneLists",
  ),
  sceneList: page(
    async () => (await import("../features/scene-lists/scene-list-page.tsx")).SceneListPage,
    "sceneLists",
    "videos",
    "video",
  ),
  trash: page(async () => (await import("../features/trash/trash-page.tsx")).TrashPage, "trash"),
  outros: page(async () => (await import("../features/outros/outros-page.tsx")).OutrosPage, "outros"),
  outro: page(
    async () => (await import("../features/outros/outro-page.tsx")).OutroPage,
    "outros",
    "pictures",
    "manage",
  ),
  pictures: page(
    async () => (await import("../features/pictures/pictures-page.tsx")).PicturesPage,
    "pictures",
  ),
  logs: page(
    async () => (await import("../features/logs/logs-page.tsx")).LogsPage,
    "manage",
    "logs",
    "dates",
  ),
  exportLinks: page(
    async () => (await import("../features/export-links/export-links-page.tsx")).ExportLinksPage,
    "exportLinks",
    "dates",
    "manage",
    "videos",
    "video",
  ),
  pluginVideos: page(
    async () => (await import("../features/plugin-videos/plugin-videos-page.tsx")).PluginVideosPage,
    "pluginVideos",
    "videos",
    "library",
    "manage",
    "rules",
  ),
  configs: page(
    async () => (await import("../features/configs/configs-page.tsx")).ConfigsPage,
    "configs",
    "deliveryRules",
    "accessSimulator",
    "dates",
    "rules",
    "manage",
    "clients",
    "video",
  ),
  rehearsal: page(
    async () => (await import("../features/rehearsal/rehearsal-page.tsx")).RehearsalPage,
    "rehearsal",
  ),
  proof: page(async () => (await import("../features/proof/proof-page.tsx")).ProofPage, "proof", "manage"),
  footprint: page(
    async () => (await import("../features/footprint/footprint-page.tsx")).FootprintPage,
    "footprint",
  ),
  footprintMethod: page(
    async () => (await import("../features/footprint/method-page.tsx")).MethodPage,
    "footprint",
  ),
  analyticsSession: page(
    async () => (await import("../features/analytics/session/session-page.tsx")).SessionPage,
    "analytics",
    "watching",
  ),
  analytics: page(
    async () => (await import("../features/analytics/analytics-page.tsx")).AnalyticsPage,
    "analytics",
    "dates",
  ),
  rankings: page(
    async () => (await import("../features/rankings/rankings-page.tsx")).RankingsPage,
    "rankings",
    "analytics",
    "dates",
  ),
  map: page(
    async () => (await import("../features/map/map-page.tsx")).MapPage,
    "map",
    "rankings",
    "analytics",
    "dates",
  ),
  alerts: page(
    async () => (await import("../features/alerts/alerts-page.tsx")).AlertsPage,
    "alerts",
    "dates",
    "manage",
  ),
  alert: page(async () => (await import("../features/alerts/alert-page.tsx")).AlertPage, "alerts", "manage"),
  adminVideos: { deed: showClientVideos },
  /** The creation form is a window over the library. */
  newVideos: {
    deed() {
      windows.open("newVideos");
      return redirect("/videos");
    },
  },
  capture: page(
    async () => (await import("../features/lives/capture/capture-page.tsx")).CapturePage,
    ...CAPTURE_AREAS,
  ),
  captureFrame: page(
    async () => (await import("../features/lives/capture/capture-page.tsx")).CaptureFrame,
    ...CAPTURE_AREAS,
  ),
  directStream: page(
    async () => (await import("../features/lives/capture/direct-stream-page.tsx")).DirectStreamPage,
    ...CAPTURE_AREAS,
    "delivery",
  ),
  delivery: page(
    async () => (await import("../features/lives/delivery/rooms-page.tsx")).RoomsPage,
    ...ROOM_AREAS,
  ),
  room: page(async () => (await import("../features/lives/delivery/room-page.tsx")).RoomPage, ...ROOM_AREAS),
  /** So is that of a live; a live that the address names shows its preview. */
  newLive: {
    deed({ params: { specificVideoID } }) {
      windows.open("newLive", specificVideoID);
      return redirect("/videos");
    },
  },
};

/** Whether a screen exists. */
export const hasScreen = (name: ScreenName): boolean => screens[name] !== undefined;
