import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useViewedClient } from "../lib/client-view.ts";

/** Keeps the screens up to date with the server, for the viewed client. */
export function useRealtime(): void {
  const queries = useQueryClient();
  const view = useViewedClient()?.uuid;
  useEffect(() => {
    const stop = new AbortController();
    // Ignores a failure to load the realtime script, without which the page also works. Missed changes are loaded on the next visit.
    void import("./follow-server.ts").then(
      ({ subscribeToServer: followServer }) =>
        stop.signal.aborted || followServer(queries, view, stop.signal),
      () => undefined,
    );
    return () => stop.abort();
  }, [queries, view]);
}
