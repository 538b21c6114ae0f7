import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { useMe } from "../../lib/user.ts";

/** Leads to the start page whose client has no scene lists: the api would refuse all that these pages ask for. */
export function ForSceneLists({ children }: { children: ReactNode }) {
  const me = useMe();
  if (!me) return <PageSkeleton />;
  return me.client_infos[0]?.scenelist ? children : <Navigate to="/" replace />;
}
