import { type ChatRoomView, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { queryClient } from "../../../lib/queries.ts";
import { call } from "../../../lib/session.ts";

/** Query for a room with its members. */
export const roomQuery = (uuid: string) =>
  queryOptions({
    queryKey: [CHAT_KEY, "room", uuid],
    queryFn: ({ signal }) => call(routes.getChatRoom, { params: { id: uuid } }, { signal }),
    // The server pushes changes, so the data need not be refreshed more often.
    staleTime: 60_000,
  });

export const cacheRoomView = (room: ChatRoomView): void =>
  void queryClient.setQueryData(roomQuery(room.uuid).queryKey, room);

/** Updates a room in the cache. */
export const changeRoomView = (uuid: string, change: (room: ChatRoomView) => ChatRoomView): void =>
  void queryClient.setQueryData(roomQuery(uuid).queryKey, (room) => room && change(room));
