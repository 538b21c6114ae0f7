import { useEffect } from "react";
import { useRealtimeSocket } from "../../../lib/realtime-socket.ts";

/** Asks for changes when one is told, and when the connection is back: what was told meanwhile was told to nobody here. */
export function useCommentChanges(project: string, catchUp: () => Promise<void>): void {
  const socket = useRealtimeSocket();
  useEffect(() => {
    if (!socket) return;
    const handleChange = (change: { project: string }) => {
      if (change.project === project) void catchUp();
    };
    const handleConnect = () => void catchUp();
    socket.on("comment.changed", handleChange);
    socket.on("connect", handleConnect);
    // The connection may have come before this page listened.
    handleConnect();
    return () => {
      socket.off("comment.changed", handleChange);
      socket.off("connect", handleConnect);
    };
  }, [socket, project, catchUp]);
}
