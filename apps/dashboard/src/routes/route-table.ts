import type { Guard } from "./guard.ts";

/** Every screen of the product by name; `screens.ts` says which of them exist. */
export type ScreenName =
  | "library"
  | "configs"
  | "map"
  | "signIn"
  | "signUp"
  | "forgotten"
  | "newPassword"
  | "newVideos"
  | "newLive"
  | "sceneLists"
  | "sceneList"
  | "payments"
  | "samples"
  | "docs"
  | "capture"
  | "captureFrame"
  | "projects"
  | "newProject"
  | "project"
  | "delivery"
  | "room"
  | "directStream"
  | "exportLinks"
  | "video"
  | "newUser"
  | "manageUsers"
  | "newClient"
  | "admin"
  | "adminClient"
  | "adminVideos"
  | "edges"
  | "consumption"
  | "analytics"
  | "analyticsSession"
  | "help"
  | "profile"
  | "providerReturn"
  | "alerts"
  | "alert"
  | "debug"
  | "chat"
  | "liveChat"
  | "email"
  | "firstPassword"
  | "verifyEmail"
  | "pluginVideos"
  | "cdn"
  | "paymentResult"
  | "rankings"
  | "logs"
  | "trash"
  | "outros"
  | "outro"
  | "pictures"
  | "footprint"
  | "proof"
  | "footprintMethod"
  | "rehearsal";

export interface RouteEntry {
  path: string;
  guard: Guard;
  screen: ScreenName;
  /** Without navigation and windows: pages before sign-in, and frames for other pages. */
  isBare?: true;
}

const EDITOR = ["editor"] as const;
const MANAGER = ["manager"] as const;
const ANALYST = ["editor", "readAnalytics"] as const;

const route = (path: string, guard: Guard, screen: ScreenName): RouteEntry => ({ path, guard, screen });
const bare = (path: string, guard: Guard, screen: ScreenName): RouteEntry => ({
  path,
  guard,
  screen,
  isBare: true,
});

/** Every route of the product with its guard (§2). "/" and unknown paths are the router's own. */
export const ROUTES: readonly RouteEntry[] = [
  bare("/auth", "nobody", "signIn"),
  bare("/auth/:username", "nobody", "signIn"),
  bare("/forgot", "open", "forgotten"),
  bare("/forgot/:key", "open", "newPassword"),
  bare("/signup/:signupid", "open", "signUp"),
  bare("/mail", "needsEmail", "email"),
  bare("/changePassword", "needsPassword", "firstPassword"),
  bare("/verifyMail", "session", "verifyEmail"),
  bare("/redirect", "open", "providerReturn"),
  bare("/debug", "open", "debug"),
  bare("/chatLive/:liveId", "open", "liveChat"),
  bare("/captureWindow", "member", "captureFrame"),
  bare("/captureWindow/:uuid", "member", "captureFrame"),

  route("/videos", "member", "library"),
  route("/player/:uuid", "member", "video"),
  route("/trash", "member", "trash"),
  route("/outros", "member", "outros"),
  route("/outros/:id", "member", "outro"),
  route("/pictures", "member", "pictures"),
  route("/videoupload/vod", EDITOR, "newVideos"),
  route("/videoupload/live", EDITOR, "newLive"),
  route("/videoupload/live/:specificVideoID", EDITOR, "newLive"),
  route("/capture", "member", "capture"),
  route("/capture/:uuid", "member", "capture"),
  route("/delivery", "member", "delivery"),
  route("/delivery/:roomID", "member", "room"),
  route("/directstream", "member", "directStream"),
  route("/rehearsal", "member", "rehearsal"),
  route("/rehearsal/:uuid", "member", "rehearsal"),
  route("/export", EDITOR, "exportLinks"),
  route("/scenelist", EDITOR, "sceneLists"),
  route("/scenelist/:uuid", EDITOR, "sceneList"),

  route("/analytics", ANALYST, "analytics"),
  route("/analytics/:videoID", ANALYST, "analytics"),
  route("/analytics/session/:session", ANALYST, "analyticsSession"),
  route("/rankings", ANALYST, "rankings"),
  route("/footprint", ANALYST, "footprint"),
  route("/proof", ANALYST, "proof"),
  route("/footprint/:month", ANALYST, "footprint"),
  route("/footprint/methods/:method", ANALYST, "footprintMethod"),
  route("/map", "default", "map"),
  route("/alert", ANALYST, "alerts"),
  route("/alert/:uuid", ANALYST, "alert"),

  route("/videosplugin", "member", "pluginVideos"),
  route("/config", "member", "configs"),
  route("/samples/:key", "member", "samples"),
  route("/doc", "member", "docs"),
  route("/doc/:main", "member", "docs"),
  route("/doc/:main/:sub", "member", "docs"),

  route("/vireed", "member", "projects"),
  route("/vireed/:projectId/:version", "member", "project"),
  route("/newproject", "member", "newProject"),
  route("/chat", "member", "chat"),
  route("/chat/:projectId", "member", "chat"),
  route("/chat/:roomType/:chatRoomId", "member", "chat"),

  route("/profil", "default", "profile"),
  route("/aide", "default", "help"),
  route("/newuser", MANAGER, "newUser"),
  route("/logs", MANAGER, "logs"),
  route("/payments", MANAGER, "payments"),
  route("/cdn", "member", "cdn"),
  route("/pluginpaymentsuccess", "member", "paymentResult"),
  route("/pluginpaymentfailure", "member", "paymentResult"),

  route("/admin", "admin", "admin"),
  route("/admin/:uuid", "admin", "adminClient"),
  route("/manageuser", "admin", "manageUsers"),
  route("/newclient", "admin", "newClient"),
  route("/videosadmin/:uuid", "admin", "adminVideos"),
  route("/edges", "admin", "edges"),
  route("/consumption", "admin", "consumption"),
];
