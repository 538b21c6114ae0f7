import type { GeoProjection } from "d3-geo";
import type { ZoomTransform } from "d3-zoom";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { RECENT_MINUTES, useCameraFacts } from "../camera-facts.ts";
import { boundsOf, type Cluster, clustersOf } from "../clusters.ts";
import type { LocatedVideo, MapView } from "../use-map-view.ts";
import type { TipContent } from "./map-tip.tsx";
import { type Point, pointOf } from "./projection.ts";
import classes from "./world-map.module.css";

/** Distance in pixels below which two pins would overlap and are clustered. */
const PIN_DISTANCE_PX = 26;
const MAX_SHOWN_NAMES = 3;

interface Pin extends Point {
  video: LocatedVideo;
  /** The position of the camera in the frame when the whole map is shown. */
  home: Point;
}

interface PinsProps {
  view: MapView;
  videos: readonly LocatedVideo[];
  projection: GeoProjection;
  transform: ZoomTransform;
  /** The uuids of the cameras whose card is open. */
  chosen: readonly string[];
  onTip: (tip: TipContent | undefined) => void;
  onChoose: (uuids: readonly string[]) => void;
  /** Zooms the map to a rectangle. */
  onShow: (bounds: { from: Point; to: Point }) => void;
}

/**
 * Draws the cameras at their locations, clustered where they would overlap. Pins keep their size when the map is zoomed.
 */
export function Pins({ videos, projection, transform, ...rest }: PinsProps) {
  const pins = videos.map((video): Pin => {
    const home = pointOf(projection, video.place);
    const [x, y] = transform.apply([home.x, home.y]);
    return { x, y, home, video };
  });
  return clustersOf(pins, PIN_DISTANCE_PX).map((cluster) => (
    <PinMark key={cluster.items[0]?.video.uuid} cluster={cluster} {...rest} />
  ));
}

type PinMarkProps = Omit<PinsProps, "videos" | "projection" | "transform"> & { cluster: Cluster<Pin> };

function PinMark({ cluster, view, chosen, onTip, onChoose, onShow }: PinMarkProps) {
  const { x, y, items } = cluster;
  const tip = useTip(view, items);
  const isLive = items.some(({ video }) => video.isLive);
  const isChosen = items.some(({ video }) => chosen.includes(video.uuid));
  const { colour } = useWorstColour(view, items);
  function choose(): void {
    onChoose(items.map(({ video }) => video.uuid));
    const { from, to } = boundsOf(items.map(({ home }) => home));
    if (items.length > 1 && (from.x !== to.x || from.y !== to.y)) onShow({ from, to });
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  };
  const tipProps = { x, y: y - 10, ...tip };
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
    <g
      role="button"
      tabIndex={0}
      aria-label={[tip.title, ...tip.lines].join(", ")}
      aria-pressed={isChosen}
      className={classes.pin}
      data-live={isLive}
      data-colour={colour}
      transform={`translate(${x} ${y})`}
      onClick={choose}
      onKeyDown={handleKey}
      onPointerEnter={() => onTip(tipProps)}
      onPointerLeave={() => onTip(undefined)}
      onFocus={() => onTip(tipProps)}
      onBlur={() => onTip(undefined)}
    >
      <circle r={items.length > 1 ? 14 : 10} className={classes.disc} />
      {items.length > 1 ? (
        <text className={classes.count} dy="0.35em">
          {items.length}
        </text>
      ) : (
        <circle r={4} className={classes.dot} />
      )}
    </g>
  );
}

/** Returns the text of the tip for a pin with one or several cameras. */
function useTip(view: MapView, items: readonly Pin[]): Pick<TipContent, "title" | "lines"> {
  const { t } = useTranslation();
  const factsOf = useCameraFacts(view);
  const [first] = items;
  if (!first) return { title: "", lines: [] };
  const titles = items.slice(0, MAX_SHOWN_NAMES).map(({ video }) => video.title);
  if (items.length > 1) {
    const more = items.length > MAX_SHOWN_NAMES ? [...titles, "…"] : titles;
    return { title: t("map.cluster", { count: items.length, titles: more.join(", ") }), lines: [] };
  }
  const { title, place, isLive } = first.video;
  const facts = factsOf(first.video);
  const state = t(isLive ? "map.live" : "map.notLive");
  const figures = [
    `${t("map.recent", { minutes: RECENT_MINUTES })}: ${facts.recent}`,
    `${t("map.recentRebuffering", { minutes: RECENT_MINUTES })}: ${facts.rebuffering}`,
  ];
  return {
    title,
    lines: [place.label, state, ...(view.mayRead ? figures : [])],
  };
}

const COLOURS_BY_SEVERITY = ["red", "orange", "green", "black"] as const;

/** Returns the worst rebuffering among the cameras of a pin. */
function useWorstColour(view: MapView, items: readonly Pin[]) {
  const factsOf = useCameraFacts(view);
  const colours = new Set(items.map(({ video }) => factsOf(video).colour));
  return { colour: COLOURS_BY_SEVERITY.find((colour) => colours.has(colour)) };
}
