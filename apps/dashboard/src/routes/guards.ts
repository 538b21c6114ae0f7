import type { UserView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { redirect } from "react-router";
import { uploadWindow } from "../features/uploads/upload-window-state.ts";
import { meQuery, queryClient } from "../lib/queries.ts";

/**
 * Where the state of the account sends a user (§2): signed out to /auth, an unmodified password to /changePassword,
 * undefined when he may stay.
 */
export function detourOf(user: UserView | null): string | undefined {
  if (!user) return "/auth";
  return user.passwordModified ? undefined : "/changePassword";
}

/** The default guard: a stored user, confirmed by the server, with a modified password. */
export async function requireUser(): Promise<UserView> {
  const user = await queryClient.ensureQueryData(meQuery);
  const detour = detourOf(user);
  if (detour || !user) throw redirect(detour ?? "/auth");
  return user;
}

/** The start page decides after the server confirmed the session. */
export async function decideStart(): Promise<Response> {
  return redirect(detourOf(await queryClient.fetchQuery(meQuery)) ?? "/videos");
}

/** Sign-in is for those who are signed out. */
export async function requireNobody(): Promise<null> {
  const user = await queryClient.ensureQueryData(meQuery);
  if (user) throw redirect(detourOf(user) ?? "/videos");
  return null;
}

/** The forced change of the first password. */
export async function requireFirstPassword(): Promise<null> {
  const user = await queryClient.ensureQueryData(meQuery);
  if (!user || user.passwordModified) throw redirect("/");
  return null;
}

/** The creation form is a window over the library. */
export async function openUploadForm(): Promise<Response> {
  const user = await requireUser();
  if (!hasRole(user.roles, "editor")) return redirect("/");
  uploadWindow.open();
  return redirect("/videos");
}
