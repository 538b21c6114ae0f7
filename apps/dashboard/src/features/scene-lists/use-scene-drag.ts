import { type DragEvent, useRef, useState } from "react";

interface SceneDragOptions {
  /** Returns whether a video that is not a scene yet is being dragged over the scenes. */
  isGuest: () => boolean;
  /** Called when a scene was dropped on a gap: 0 is before the first scene. */
  onMove: (from: number, gap: number) => void;
  /** Called when a video was dropped on a gap. */
  onDrop: (gap: number) => void;
}

/** Handles dragging within a list of scenes, and of videos into it. Each scene is in an element with `data-place`. */
export function useSceneDrag({ isGuest, onMove, onDrop }: SceneDragOptions) {
  const from = useRef<number>(undefined);
  /** The index of the gap under the pointer; undefined while nothing is dragged. */
  const [gap, setGap] = useState<number>();
  const isWanted = () => from.current !== undefined || isGuest();
  const end = () => {
    from.current = undefined;
    setGap(undefined);
  };
  return {
    gap,
    ofHandle: (place: number, name: string) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        from.current = place;
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", name);
        const row = event.currentTarget.closest("[data-place]");
        if (row) event.dataTransfer.setDragImage(row, 12, 12);
      },
      onDragEnd: end,
    }),
    ofList: {
      onDragOver(event: DragEvent<HTMLElement>) {
        if (!isWanted()) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = from.current === undefined ? "copy" : "move";
        setGap(gapAt(event.currentTarget, event.clientY));
      },
      onDragLeave(event: DragEvent<HTMLElement>) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setGap(undefined);
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (!isWanted()) return;
        event.preventDefault();
        const target = gapAt(event.currentTarget, event.clientY);
        if (from.current === undefined) onDrop(target);
        else onMove(from.current, target);
        end();
      },
    },
  };
}

/** Returns the gap between rows that is nearest to a vertical position on the screen. */
function gapAt(list: HTMLElement, clientY: number): number {
  const rows = [...list.querySelectorAll("[data-place]")];
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return clientY < top + height / 2;
  });
  return below === -1 ? rows.length : below;
}
