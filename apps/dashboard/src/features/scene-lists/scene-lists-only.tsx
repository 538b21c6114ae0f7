import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { useMe } from "../../lib/user.ts";

/** Redirects to the start page if the client has no scene lists: the API would reject all requests of these pages. */
export function SceneListsOnly({ children }: { children: ReactNode }) {
  const me = useMe();
  if (!me) return <PageSkeleton />;
  return me.client_infos[0]?.scenelist ? children : <Navigate to="/" replace />;
}
