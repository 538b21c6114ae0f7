import { createHashRouter, redirect } from "react-router";
import { ChangePasswordPage } from "../features/auth/change-password-page.tsx";
import { SignInPage } from "../features/auth/sign-in-page.tsx";
import { decideStart, requireFirstPassword, requireNobody } from "./guards.ts";

/** Every route with its guard. An unknown path leads to the start. */
export const router = createHashRouter([
  { path: "/", loader: decideStart, element: null },
  { path: "/auth", loader: requireNobody, element: <SignInPage /> },
  { path: "/auth/:username", loader: requireNobody, element: <SignInPage /> },
  { path: "/changePassword", loader: requireFirstPassword, element: <ChangePasswordPage /> },
  { path: "*", loader: () => redirect("/") },
]);
