import {
  AppError,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE_PX,
  PICTURE_REFUSALS,
  type PictureRefusal,
} from "@shoal/contract";
import { readPictureHeader } from "@shoal/domain";

export const pictureRefused = (reason: PictureRefusal) =>
  new AppError("picture_refused", `The picture ${reason}`, [{ path: "picture", reason }]);

/** Checks the header of a file before any decoder reads it. @throws AppError "picture_refused". */
export function assertPicture(bytes: Uint8Array): void {
  if (bytes.length === 0) throw pictureRefused(PICTURE_REFUSALS.empty);
  const header = readPictureHeader(bytes);
  if (!header) throw pictureRefused(PICTURE_REFUSALS.unknownKind);
  if (header.isUnreadableAnimation) throw pictureRefused(PICTURE_REFUSALS.animation);
  const [width, height] = [header.width ?? 1, header.height ?? 1];
  if (width === 0 || height === 0) throw pictureRefused(PICTURE_REFUSALS.noPixels);
  if (Math.max(width, height) > MAX_PICTURE_SIDE_PX || width * height > MAX_PICTURE_PIXELS)
    throw pictureRefused(PICTURE_REFUSALS.tooManyPixels);
}
