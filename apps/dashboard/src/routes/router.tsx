import { createHashRouter, redirect } from "react-router";
import { SignInPage } from "../features/auth/sign-in-page.tsx";
import { decideStart, openUploadForm, requireFirstPassword, requireNobody, requireUser } from "./guards.ts";
import { LibraryRoute } from "./library-route.tsx";
import { RouteFailure } from "./route-failure.tsx";
import { Shell } from "./shell.tsx";

const changePasswordPage = async () => ({
  Component: (await import("../features/auth/change-password-page.tsx")).ChangePasswordPage,
});
const videoPage = async () => ({ Component: (await import("../features/video/video-page.tsx")).VideoPage });

/** Every route with its guard. An unknown path leads to the start. */
export const router = createHashRouter([
  {
    ErrorBoundary: RouteFailure,
    HydrateFallback: () => null,
    children: [
      { path: "/", loader: decideStart, element: null },
      { path: "/auth", loader: requireNobody, Component: SignInPage },
      { path: "/auth/:username", loader: requireNobody, Component: SignInPage },
      { path: "/changePassword", loader: requireFirstPassword, lazy: changePasswordPage },
      {
        Component: Shell,
        children: [
          { path: "/videos", loader: requireUser, Component: LibraryRoute },
          { path: "/player/:uuid", loader: requireUser, lazy: videoPage },
          { path: "/videoupload/vod", loader: openUploadForm, element: null },
        ],
      },
      { path: "*", loader: () => redirect("/") },
    ],
  },
]);
