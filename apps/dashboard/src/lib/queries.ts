import { AppError, routes, type UserView } from "@shoal/contract";
import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { call, session } from "./session.ts";

/** Answers that another try cannot change. */
const isFinal = (error: unknown) => error instanceof AppError && error.code !== "unavailable";

/** A session that ended while a screen was open: the shell leads to the sign-in. */
function noteSessionEnd(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== "not_signed_in") return;
  session.clear();
  queryClient.setQueryData(meQuery.queryKey, null);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({ onError: noteSessionEnd }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => !isFinal(error) && count < 3 },
    mutations: { retry: false },
  },
});

/** The signed-in user as the server confirms him; null when nobody is. A session that ended is forgotten here too. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  staleTime: 60_000,
  queryFn: async (): Promise<UserView | null> => {
    if (!session.credential()) return null;
    try {
      return await call(routes.getMe, {});
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not_signed_in") throw error;
      session.clear();
      return null;
    }
  },
});
