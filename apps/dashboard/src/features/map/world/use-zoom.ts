import { select } from "d3-selection";
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Point, Size } from "./projection.ts";

/** The maximum zoom, high enough to separate the cameras of one harbour. At a higher zoom, outlines of this scale show no more detail. */
const MAX_ZOOM = 80;
const ZOOM_STEP = 1.6;
/** Distance in pixels that an arrow key moves the map. */
const ARROW_KEY_STEP_PX = 60;
/** Share of the frame that a zoomed rectangle fills, so that locations keep away from the edge. */
const FILLED_SHARE = 0.7;

type ZoomEvent = D3ZoomEvent<SVGSVGElement, unknown>;

/**
 * Whether an event is meant for the map. The wheel and a single finger scroll the page as usual. Ctrl with the wheel or two fingers zoom
 * the map, and a single finger moves a map that is larger than its frame.
 */
function isMapGesture(event: MouseEvent | TouchEvent | WheelEvent, scale: number): boolean {
  if (event.type === "wheel") return event.ctrlKey || event.metaKey;
  if ("touches" in event) return event.touches.length > 1 || scale > 1;
  return !event.ctrlKey && event.button === 0;
}

/** Manages the view of the map, which can be zoomed and moved within the map's edges. */
export function useZoom(size: Size) {
  const svg = useRef<SVGSVGElement>(null);
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const scale = useRef(1);
  const { width, height } = size;
  const behaviour = useMemo(() => {
    const whole: [[number, number], [number, number]] = [
      [0, 0],
      [width, height],
    ];
    return zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, MAX_ZOOM])
      .extent(whole)
      .translateExtent(whole)
      .filter((event: MouseEvent | TouchEvent | WheelEvent) => isMapGesture(event, scale.current))
      .on("zoom", (event: ZoomEvent) => {
        scale.current = event.transform.k;
        setTransform(event.transform);
      });
  }, [width, height]);
  useEffect(() => {
    const node = svg.current;
    if (!node) return undefined;
    const selection = select(node);
    // Resets the view, because the same transform would show another part of the map in a frame of another size.
    selection.call(behaviour).call(behaviour.transform, zoomIdentity);
    return () => void selection.on(".zoom", null);
  }, [behaviour]);
  return { svg, transform, ...movesOf(svg, behaviour, size) };
}

function movesOf(
  svg: { current: SVGSVGElement | null },
  behaviour: ReturnType<typeof zoom<SVGSVGElement, unknown>>,
  { width, height }: Size,
) {
  const at = () => (svg.current ? select(svg.current) : undefined);
  const moves = {
    zoomIn: () => void at()?.call(behaviour.scaleBy, ZOOM_STEP),
    zoomOut: () => void at()?.call(behaviour.scaleBy, 1 / ZOOM_STEP),
    reset: () => void at()?.call(behaviour.transform, zoomIdentity),
    /** Moves the map. @param x distance to the right, in displayed pixels. */
    move: (x: number, y: number, { k }: ZoomTransform) =>
      void at()?.call(behaviour.translateBy, -x / k, -y / k),
    /** Zooms to a rectangle of the map, as large as fits. */
    show({ from, to }: { from: Point; to: Point }): void {
      const least = Math.max((to.x - from.x) / width, (to.y - from.y) / height, FILLED_SHARE / MAX_ZOOM);
      const k = Math.max(1, FILLED_SHARE / least);
      const next = zoomIdentity
        .translate(width / 2, height / 2)
        .scale(k)
        .translate(-(from.x + to.x) / 2, -(from.y + to.y) / 2);
      at()?.call(behaviour.transform, next);
    },
  };
  return moves;
}
export type ZoomView = ReturnType<typeof useZoom>;

/** Returns the key handler of the frame; the browser does not process keys that have an action. */
export function useMapKeys({ zoomIn, zoomOut, reset, move, transform }: ZoomView) {
  const actions: Record<string, () => void> = {
    "+": zoomIn,
    "=": zoomIn,
    "-": zoomOut,
    "0": reset,
    ArrowLeft: () => move(-ARROW_KEY_STEP_PX, 0, transform),
    ArrowRight: () => move(ARROW_KEY_STEP_PX, 0, transform),
    ArrowUp: () => move(0, -ARROW_KEY_STEP_PX, transform),
    ArrowDown: () => move(0, ARROW_KEY_STEP_PX, transform),
  };
  return (event: KeyboardEvent): void => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
