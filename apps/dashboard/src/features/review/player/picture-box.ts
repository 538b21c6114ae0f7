import type { PictureBox } from "./frame-player.types.ts";

export interface Size {
  width: number;
  height: number;
}

export const MAX_ZOOM = 16;

/**
 * Returns the position of the picture area on its stage: the largest size that fits, multiplied by the zoom.
 * @param centre the point of the frame in the middle of the stage, as shares of the frame's size. The point is moved so that an enlarged
 * picture area covers the stage.
 */
export function pictureBoxOf(
  stage: Size,
  picture: Size,
  zoom: number,
  centre: { x: number; y: number },
): PictureBox {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height) * zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  return {
    left: startOnStage(stage.width, width, centre.x),
    top: startOnStage(stage.height, height, centre.y),
    width,
    height,
  };
}

/** Returns where a length starts on a stage: centred if it fits, otherwise with the given share of the length in the middle. */
function startOnStage(stage: number, length: number, share: number): number {
  if (length <= stage) return (stage - length) / 2;
  return Math.min(0, Math.max(stage - length, stage / 2 - share * length));
}

/** Returns the point of the frame in the middle of the stage, as shares of its size. */
export const centreOf = (stage: Size, box: PictureBox) => ({
  x: (stage.width / 2 - box.left) / box.width,
  y: (stage.height / 2 - box.top) / box.height,
});
