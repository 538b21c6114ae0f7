import { useEffect } from "react";
import { useRealtimeSocket } from "../../../lib/realtime-socket.ts";

/** Requests changes of comments when the server announces one, and after reconnecting, because announcements in between were lost. */
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
    // Requests changes immediately in case the connection is already open.
    handleConnect();
    return () => {
      socket.off("comment.changed", handleChange);
      socket.off("connect", handleConnect);
    };
  }, [socket, project, catchUp]);
}
