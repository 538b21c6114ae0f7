import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useViewedClient } from "../lib/client-view.ts";

/** Keeps what is on screen as the server has it, for the client that is viewed. */
export function useRealtime(): void {
  const queries = useQueryClient();
  const view = useViewedClient()?.uuid;
  useEffect(() => {
    const stop = new AbortController();
    // Without the realtime program the page works; what it misses is read with the next visit.
    void import("./follow-server.ts").then(
      ({ followServer }) => stop.signal.aborted || followServer(queries, view, stop.signal),
      () => undefined,
    );
    return () => stop.abort();
  }, [queries, view]);
}
