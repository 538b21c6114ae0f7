import type { ClientEvents, ServerEvents } from "@shoal/contract";
import type { Socket } from "socket.io-client";
import { session } from "./session.ts";

export type RealtimeSocket = Socket<ServerEvents, ClientEvents>;

/** Opens the realtime socket of the signed-in user and the viewed client; the caller closes it. Its program is fetched. */
export async function openRealtime(): Promise<RealtimeSocket> {
  const { io } = await import("socket.io-client");
  return io({
    path: "/realtime",
    transports: ["websocket"],
    auth: (give) => give({ credential: session.credential(), clientView: session.clientView()?.uuid }),
    reconnectionDelayMax: 5_000,
  });
}
