import { useViewedClient } from "../../../lib/client-view.ts";
import { meQuery, queryClient } from "../../../lib/queries.ts";
import { session } from "../../../lib/session.ts";
import { useMe } from "../../../lib/user.ts";

/** Returns a key for a user and the viewed client, so that one user's messages are never shown to another user of the same browser. */
const ownerOf = (me: string, view: string | undefined) => `${me}/${view ?? ""}`;

/** Returns the key of the current user; undefined until the user is known. */
export function useChatOwner(): string | undefined {
  const me = useMe()?.uuid;
  const view = useViewedClient()?.uuid;
  return me === undefined ? undefined : ownerOf(me, view);
}

/** Returns the key of the current user, for code outside of components. */
export function getChatOwner(): string | undefined {
  const me = queryClient.getQueryData(meQuery.queryKey);
  return me ? ownerOf(me.uuid, session.clientView()?.uuid) : undefined;
}
