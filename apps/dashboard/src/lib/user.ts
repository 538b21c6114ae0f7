import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type Role, type UserView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { meQuery } from "./queries.ts";

/** Returns the signed-in user; undefined until the server has responded. */
export const useMe = (): UserView | undefined => useQuery(meQuery).data ?? undefined;

/** Whether the signed-in user passes a check for one of these roles. */
export function useCan(...wanted: Role[]): boolean {
  const { data: user } = useQuery(meQuery);
  return hasRole(user?.roles ?? [], ...wanted);
}

/** Whether the signed-in user may change videos and the objects that belong to them. To other users, screens show ReadOnly. */
export const useMayModify = () => useCan("editor");

/** Returns the number of cards per page: the client's default, if it is one of the choices. */
export function useDefaultPageSize(): number {
  const { data: user } = useQuery(meQuery);
  const wanted = user?.client_infos[0]?.defaultNumberPerPage;
  return PAGE_SIZES.find((size) => size === wanted) ?? DEFAULT_PAGE_SIZE;
}
