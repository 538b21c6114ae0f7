import { useViewedClient } from "../../../lib/client-view.ts";
import { meQuery, queryClient } from "../../../lib/queries.ts";
import { session } from "../../../lib/session.ts";
import { useMe } from "../../../lib/user.ts";

/** Distinguishes users and viewed clients: what one wrote is not shown to another. */
const ownerOf = (me: string, view: string | undefined) => `${me}/${view ?? ""}`;

/** Undefined until the user is known. */
export function useChatOwner(): string | undefined {
  const me = useMe()?.uuid;
  const view = useViewedClient()?.uuid;
  return me === undefined ? undefined : ownerOf(me, view);
}

/** The current owner, outside of components. */
export function chatOwnerNow(): string | undefined {
  const me = queryClient.getQueryData(meQuery.queryKey);
  return me ? ownerOf(me.uuid, session.clientView()?.uuid) : undefined;
}
