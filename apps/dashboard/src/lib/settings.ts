import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { setSupportEmail } from "./error-text.ts";
import { call } from "./session.ts";

/** Query for the installation's public settings, available before sign-in; they do not change while the page is open. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const settings = await call(routes.getSettings, {});
    setSupportEmail(settings.supportEmail);
    return settings;
  },
});
