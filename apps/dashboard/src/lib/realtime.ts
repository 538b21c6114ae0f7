import type { ClientEvents, ServerEvents } from "@shoal/contract";
import { io, type ManagerOptions, type Socket } from "socket.io-client";
import { session } from "./session.ts";

export type RealtimeSocket = Socket<ServerEvents, ClientEvents>;

/** The options of all sockets. While the server is unreachable, they retry at most every 5 s. */
const SOCKET_OPTIONS = {
  path: "/realtime",
  transports: ["websocket"],
  reconnectionDelayMax: 5_000,
} satisfies Partial<ManagerOptions>;

/** Opens the socket of a review link's guest, authenticated by the guest's session. */
export const openGuestRealtime = (guest: string): RealtimeSocket =>
  io({ ...SOCKET_OPTIONS, auth: { guest } });

/** Opens the realtime socket of the signed-in user, for the client that is viewed; the caller closes it. */
export const openRealtime = (clientView: string | undefined): RealtimeSocket =>
  io({ ...SOCKET_OPTIONS, auth: (give) => give({ credential: session.credential(), clientView }) });
