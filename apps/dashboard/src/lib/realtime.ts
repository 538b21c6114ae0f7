import type { ClientEvents, ServerEvents } from "@shoal/contract";
import { io, type Socket } from "socket.io-client";
import { session } from "./session.ts";

export type RealtimeSocket = Socket<ServerEvents, ClientEvents>;

/** Opens the socket of a review link's guest, authenticated by the guest's session. */
export const openGuestRealtime = (guest: string): RealtimeSocket =>
  io({
    path: "/realtime",
    transports: ["websocket"],
    auth: { guest },
    reconnectionDelayMax: 5_000,
  });

/** Opens the realtime socket of the signed-in user, for the client that is viewed; the caller closes it. */
export const openRealtime = (clientView: string | undefined): RealtimeSocket =>
  io({
    path: "/realtime",
    transports: ["websocket"],
    auth: (give) => give({ credential: session.credential(), clientView }),
    reconnectionDelayMax: 5_000,
  });
