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
  | "exportLinks"
  | "video"
  | "newUser"
  | "manageUsers"
  | "newClient"
  | "admin"
  | "adminClient"
  | "adminVideos"
  | "analytics"
  | "help"
  | "profile"
  | "providerReturn"
  | "alerts"
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
  | "pictures";

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
  bare("/captureWindow", "default", "captureFrame"),
  bare("/captureWindow/:uuid", "default", "captureFrame"),

  route("/videos", "default", "library"),
  route("/player/:uuid", "default", "video"),
  route("/trash", "default", "trash"),
  route("/outros", "default", "outros"),
  route("/outros/:id", "default", "outro"),
  route("/pictures", "default", "pictures"),
  route("/videoupload/vod", EDITOR, "newVideos"),
  route("/videoupload/live", EDITOR, "newLive"),
  route("/videoupload/live/:specificVideoID", EDITOR, "newLive"),
  route("/capture", "default", "capture"),
  route("/capture/:uuid", "default", "capture"),
  route("/delivery", "default", "delivery"),
  route("/delivery/:roomID", "default", "delivery"),
  route("/directstream", "default", "delivery"),
  route("/export", EDITOR, "exportLinks"),
  route("/scenelist", EDITOR, "sceneLists"),
  route("/scenelist/:uuid", EDITOR, "sceneList"),

  route("/analytics", ANALYST, "analytics"),
  route("/analytics/:videoID", ANALYST, "analytics"),
  route("/rankings", "default", "rankings"),
  route("/map", "default", "map"),
  route("/alert", "default", "alerts"),
  route("/alert/:uuid", "default", "alerts"),

  route("/videosplugin", "default", "pluginVideos"),
  route("/config", "default", "configs"),
  route("/samples/:key", "default", "samples"),
  route("/doc", "default", "docs"),
  route("/doc/:main", "default", "docs"),
  route("/doc/:main/:sub", "default", "docs"),

  route("/vireed", "default", "projects"),
  route("/vireed/:projectId/:version", "default", "project"),
  route("/newproject", "default", "newProject"),
  route("/chat", "default", "chat"),
  route("/chat/:projectId", "default", "chat"),
  route("/chat/:roomType/:chatRoomId", "default", "chat"),

  route("/profil", "default", "profile"),
  route("/aide", "default", "help"),
  route("/newuser", MANAGER, "newUser"),
  route("/logs", MANAGER, "logs"),
  route("/payments", MANAGER, "payments"),
  route("/cdn", "default", "cdn"),
  route("/pluginpaymentsuccess", "default", "paymentResult"),
  route("/pluginpaymentfailure", "default", "paymentResult"),

  route("/admin", "admin", "admin"),
  route("/admin/:uuid", "admin", "adminClient"),
  route("/manageuser", "admin", "manageUsers"),
  route("/newclient", "admin", "newClient"),
  route("/videosadmin/:uuid", "admin", "adminVideos"),
];
