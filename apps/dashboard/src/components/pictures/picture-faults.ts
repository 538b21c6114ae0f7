import {
  AppError,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE_PX,
  PICTURE_REFUSALS,
} from "@shoal/contract";
import i18next from "i18next";
import { errorText } from "../../lib/error-text.ts";

type PictureRefusal = keyof typeof PICTURE_REFUSALS;

const REFUSAL_VALUES = {
  size: MAX_PICTURE_BYTES / 1e6,
  megapixels: MAX_PICTURE_PIXELS / 1e6,
  side: MAX_PICTURE_SIDE_PX,
};

/** Returns the error of a file that is detected before uploading; undefined if there is none. */
export function findFileFault(file: Pick<File, "size">): string | undefined {
  if (file.size === 0) return refusalText("empty");
  return file.size > MAX_PICTURE_BYTES ? refusalText("tooManyBytes") : undefined;
}

/** Explains in the reader's language why a file was rejected. */
export function uploadFaultText(error: unknown): string {
  const reason = error instanceof AppError ? error.fields?.[0]?.reason : undefined;
  const refusal = (Object.keys(PICTURE_REFUSALS) as PictureRefusal[]).find(
    (key) => PICTURE_REFUSALS[key] === reason,
  );
  return refusal ? refusalText(refusal) : errorText(error);
}

const refusalText = (refusal: PictureRefusal) => i18next.t(`pictures.refusals.${refusal}`, REFUSAL_VALUES);
