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

/**
 * A page that is fetched when it is first shown; within 120 s (§9). Its texts come with its program, but for what the
 * server answers, which it looks up by codes.
 */
export const page = (load: () => Promise<ComponentType>, ...answers: Area[]) => ({
  lazy: async () => {
    const [Component] = await loadChunk(() => Promise.all([load(), loadTexts(...answers)]));
    return { Component };
  },
});

/**
 * The screens that exist. A route whose screen is not here leads to the start, and navigation does not offer it: a new
 * screen is one line here.
 */
export const screens: Partial<Record<ScreenName, Screen>> = {
  signIn: page(async () => (await import("../features/auth/sign-in-page.tsx")).SignInPage),
  firstPassword: page(
    async () => (await import("../features/auth/change-password-page.tsx")).ChangePasswordPage,
  ),
  forgotten: page(async () => (await import("../features/auth/forgotten-page.tsx")).ForgottenPage),
  newPassword: page(async () => (await import("../features/auth/new-password-page.tsx")).NewPasswordPage),
  signUp: page(async () => (await import("../features/auth/sign-up-page.tsx")).SignUpPage),
  verifyEmail: page(async () => (await import("../features/auth/verify-email-page.tsx")).VerifyEmailPage),
  providerReturn: page(
    async () => (await import("../features/auth/provider-return-page.tsx")).ProviderReturnPage,
  ),
  email: page(async () => (await import("../features/auth/email-page.tsx")).EmailPage),
  library: page(async () => (await import("./library-route.tsx")).LibraryRoute),
  video: page(async () => (await import("./video-route.tsx")).VideoRoute, "rules"),
  newUser: page(async () => (await import("../features/users/users-page.tsx")).OwnUsersPage),
  manageUsers: page(async () => (await import("../features/users/users-page.tsx")).AllUsersPage),
  profile: page(async () => (await import("../features/profile/profile-page.tsx")).ProfilePage),
  help: page(async () => (await import("../features/help/help-page.tsx")).HelpPage),
  samples: page(async () => (await import("../features/docs/samples-page.tsx")).SamplesPage),
  docs: page(async () => (await import("../features/docs/docs-page.tsx")).DocsPage),
  debug: page(async () => (await import("../features/help/debug-page.tsx")).DebugPage),
  admin: page(async () => (await import("../features/clients/clients-page.tsx")).ClientsPage),
  adminClient: page(async () => (await import("../features/clients/client-page.tsx")).ClientPage),
  newClient: page(async () => (await import("../features/clients/new-client-page.tsx")).NewClientPage),
  edges: page(async () => (await import("../features/edges/edges-page.tsx")).EdgesPage),
  consumption: page(
    async () => (await import("../features/consumption/consumption-page.tsx")).ConsumptionPage,
  ),
  sceneLists: page(async () => (await import("../features/scene-lists/scene-lists-page.tsx")).SceneListsPage),
  sceneList: page(async () => (await import("../features/scene-lists/scene-list-page.tsx")).SceneListPage),
  trash: page(async () => (await import("../features/trash/trash-page.tsx")).TrashPage),
  outros: page(async () => (await import("../features/outros/outros-page.tsx")).OutrosPage),
  outro: page(async () => (await import("../features/outros/outro-page.tsx")).OutroPage),
  pictures: page(async () => (await import("../features/pictures/pictures-page.tsx")).PicturesPage),
  logs: page(async () => (await import("../features/logs/logs-page.tsx")).LogsPage),
  exportLinks: page(
    async () => (await import("../features/export-links/export-links-page.tsx")).ExportLinksPage,
  ),
  pluginVideos: page(
    async () => (await import("../features/plugin-videos/plugin-videos-page.tsx")).PluginVideosPage,
    "rules",
  ),
  configs: page(async () => (await import("../features/configs/configs-page.tsx")).ConfigsPage, "rules"),
  rehearsal: page(async () => (await import("../features/rehearsal/rehearsal-page.tsx")).RehearsalPage),
  proof: page(async () => (await import("../features/proof/proof-page.tsx")).ProofPage),
  footprint: page(async () => (await import("../features/footprint/footprint-page.tsx")).FootprintPage),
  footprintMethod: page(async () => (await import("../features/footprint/method-page.tsx")).MethodPage),
  analyticsSession: page(
    async () => (await import("../features/analytics/session/session-page.tsx")).SessionPage,
  ),
  analytics: page(async () => (await import("../features/analytics/analytics-page.tsx")).AnalyticsPage),
  rankings: page(async () => (await import("../features/rankings/rankings-page.tsx")).RankingsPage),
  map: page(async () => (await import("../features/map/map-page.tsx")).MapPage),
  alerts: page(async () => (await import("../features/alerts/alerts-page.tsx")).AlertsPage),
  alert: page(async () => (await import("../features/alerts/alert-page.tsx")).AlertPage),
  adminVideos: { deed: showClientVideos },
  /** The creation form is a window over the library. */
  newVideos: {
    deed() {
      windows.open("newVideos");
      return redirect("/videos");
    },
  },
  capture: page(async () => (await import("../features/lives/capture/capture-page.tsx")).CapturePage),
  captureFrame: page(async () => (await import("../features/lives/capture/capture-page.tsx")).CaptureFrame),
  directStream: page(
    async () => (await import("../features/lives/capture/direct-stream-page.tsx")).DirectStreamPage,
  ),
  delivery: page(async () => (await import("../features/lives/delivery/rooms-page.tsx")).RoomsPage),
  room: page(async () => (await import("../features/lives/delivery/room-page.tsx")).RoomPage),
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
