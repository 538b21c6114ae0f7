import { useEffect, useState } from "react";
import { keepConnected } from "../../../lib/keep-connected.ts";
import { openGuestRealtime } from "../../../lib/realtime.ts";
import { realtimeSocket } from "../../../lib/realtime-socket.ts";

/**
 * Keeps a realtime socket open as a guest.
 * @param onMaybeEnded called when the server closes the connection, as it does when the link no longer admits the
 * guest.
 * @returns whether it is connected.
 */
export function useGuestSocket(token: string, onMaybeEnded: () => void): boolean {
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    const socket = openGuestRealtime(token);
    realtimeSocket.set(socket);
    const stopRetrying = keepConnected(socket);
    socket.on("connect", () => setConnected(true));
    socket.on("review.ended", onMaybeEnded);
    socket.on("connect_error", () => setConnected(false));
    socket.on("disconnect", () => {
      setConnected(false);
      onMaybeEnded();
    });
    return () => {
      stopRetrying();
      if (realtimeSocket.get() === socket) realtimeSocket.set(undefined);
      socket.close();
    };
  }, [token, onMaybeEnded]);
  return isConnected;
}
