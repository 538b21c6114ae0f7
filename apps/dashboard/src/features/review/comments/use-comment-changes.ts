import { useEffect } from "react";
import { useRealtimeSocket } from "../../../lib/realtime-socket.ts";

/** Requests changes when one is pushed, and after reconnecting, since pushes in between were lost. */
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
    // The connection may already be open.
    handleConnect();
    return () => {
      socket.off("comment.changed", handleChange);
      socket.off("connect", handleConnect);
    };
  }, [socket, project, catchUp]);
}
