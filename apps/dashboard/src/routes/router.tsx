import type { ComponentType } from "react";
import { createHashRouter, redirect } from "react-router";
import { loadTexts } from "../i18n/index.ts";
import type { Area } from "../i18n/texts.ts";
import { decideStart, openUploadForm, requireFirstPassword, requireNobody, requireUser } from "./guards.ts";
import { RouteFailure } from "./route-failure.tsx";

/** A page that is fetched, with its texts, when it is first shown. */
const page = (load: () => Promise<ComponentType>, ...areas: Area[]) => ({
  lazy: async () => {
    const [Component] = await Promise.all([load(), loadTexts(...areas)]);
    return { Component };
  },
});

const signInPage = page(async () => (await import("../features/auth/sign-in-page.tsx")).SignInPage, "auth");
const changePasswordPage = page(
  async () => (await import("../features/auth/change-password-page.tsx")).ChangePasswordPage,
  "auth",
);
const shell = page(async () => (await import("./shell.tsx")).Shell, "auth", "uploads");
const library = page(async () => (await import("./library-route.tsx")).LibraryRoute, "videos");
const videoPage = page(async () => (await import("../features/video/video-page.tsx")).VideoPage, "videos");

/** Every route with its guard. An unknown path leads to the start. */
export const router = createHashRouter([
  {
    ErrorBoundary: RouteFailure,
    HydrateFallback: () => null,
    children: [
      { path: "/", loader: decideStart, element: null },
      { path: "/auth", loader: requireNobody, ...signInPage },
      { path: "/auth/:username", loader: requireNobody, ...signInPage },
      { path: "/changePassword", loader: requireFirstPassword, ...changePasswordPage },
      {
        ...shell,
        children: [
          { path: "/videos", loader: requireUser, ...library },
          { path: "/player/:uuid", loader: requireUser, ...videoPage },
          { path: "/videoupload/vod", loader: openUploadForm, element: null },
        ],
      },
      { path: "*", loader: () => redirect("/") },
    ],
  },
]);
