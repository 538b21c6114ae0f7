import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { useRealtimeSocket } from "../../../lib/realtime-socket.ts";
import { useCommentsContext } from "../comments/comments-context.ts";
import { useReview } from "../review-context.ts";
import { createReviewRoom, type OpenReviewRoom, type RoomState } from "./review-room.ts";

const RoomContext = createContext<OpenReviewRoom | undefined>(undefined);

/** Returns the room of the reviewed version; undefined while disconnected. */
export const useRoom = (): OpenReviewRoom | undefined => useContext(RoomContext);

const subscribeToNothing = () => () => undefined;
const getNothing = () => undefined;

/** Returns the state of the room; undefined while disconnected. */
export function useRoomState(): RoomState | undefined {
  const room = useRoom();
  return useSyncExternalStore<RoomState | undefined>(
    room?.subscribe ?? subscribeToNothing,
    room?.getSnapshot ?? getNothing,
  );
}

/** Connects the participants who review the version. Must be rendered inside `CommentsProvider`. */
export function ReviewTogether({ children }: { children: ReactNode }) {
  const { project, version, player } = useReview();
  const { composer } = useCommentsContext();
  const socket = useRealtimeSocket();
  const isBusy = useCallback(() => composer.hasContent() || composer.getSnapshot().isDrawing, [composer]);
  const room = useMemo(
    () =>
      socket &&
      createReviewRoom({
        socket,
        room: { project: project.uuid, version: version.number },
        player,
        board: composer.board,
        isBusy,
      }),
    [socket, project.uuid, version.number, player, composer, isBusy],
  );
  useEffect(() => {
    if (!room) return;
    room.start();
    let wasBusy = isBusy();
    const unsubscribe = composer.subscribe(() => {
      const before = wasBusy;
      wasBusy = isBusy();
      if (before && !wasBusy) room.follow();
    });
    return () => {
      unsubscribe();
      room.stop();
    };
  }, [room, composer, isBusy]);
  return <RoomContext value={room}>{children}</RoomContext>;
}
