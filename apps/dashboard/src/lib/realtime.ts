import type { ClientEvents, ServerEvents } from "@shoal/contract";
import { io, type Socket } from "socket.io-client";
import { session } from "./session.ts";

export type RealtimeSocket = Socket<ServerEvents, ClientEvents>;

/** Opens the realtime socket of the signed-in user and the viewed client; the caller closes it. */
export function openRealtime(): RealtimeSocket {
  return io({
    path: "/realtime",
    transports: ["websocket"],
    auth: (give) => give({ credential: session.credential(), clientView: session.clientView()?.uuid }),
    reconnectionDelayMax: 5_000,
  });
}
