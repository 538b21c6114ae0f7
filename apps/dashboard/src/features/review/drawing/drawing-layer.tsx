import type { DrawingShape } from "@shoal/contract";
import { PICTURE_UNITS } from "@shoal/domain/drawing";
import type { ReactNode } from "react";
import classes from "./drawing.module.css";
import { ShapeView } from "./shape-view.tsx";

interface DrawingLayerProps {
  shapes: readonly DrawingShape[];
  /** The frame's width divided by its height. */
  aspect: number;
  /** The alternative text; if omitted, the layer is decorative. */
  label?: string;
}

/** Shows a drawing, which fills the picture area and is sharp at any size. */
export function DrawingLayer({ shapes, aspect, label }: DrawingLayerProps) {
  return (
    <PictureSvg aspect={aspect} label={label}>
      {shapes.map((shape, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a finished drawing never change their order
        <ShapeView key={place} shape={shape} aspect={aspect} />
      ))}
    </PictureSvg>
  );
}

/** Renders an SVG element whose coordinates are in shape units. */
export function PictureSvg({
  aspect,
  label,
  children,
}: {
  aspect: number;
  label?: string | undefined;
  children: ReactNode;
}) {
  return (
    <svg
      className={classes.layer}
      viewBox={`0 0 ${PICTURE_UNITS * aspect} ${PICTURE_UNITS}`}
      preserveAspectRatio="none"
      role={label === undefined ? "presentation" : "img"}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {children}
    </svg>
  );
}
