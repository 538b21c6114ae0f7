import { AppError, fillPath, routes, THUMBNAIL_MAX_BYTES, type VideoView } from "@shoal/contract";
import i18next from "i18next";
import { errorText } from "../../../lib/error-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { call } from "../../../lib/session.ts";

/** A moment of the video, or a picture of one's own. */
export type ThumbnailWish = { sec: number } | { file: File };

/** Asks for another thumbnail; the answer says that it is being made. @throws AppError. */
export async function wishThumbnail(uuid: string, wish: ThumbnailWish): Promise<VideoView> {
  if ("sec" in wish)
    return call(routes.takeThumbnail, {
      params: { id: uuid, t: String(Math.round(wish.sec * 1000) / 1000) },
    });
  if (wish.file.size > THUMBNAIL_MAX_BYTES) throw new AppError("file_too_large");
  const { method, path, multipart } = routes.uploadThumbnail;
  const body = new FormData();
  body.set(multipart.file, wish.file);
  const response = await fetchFile(fillPath(path, { id: uuid }), { method, body });
  return (await response.json()) as VideoView;
}

/** Why it was refused, in the reader's words. */
export function thumbnailFault(error: unknown): string {
  const { code, fields = [] } = error as Partial<AppError>;
  const reason = fields.find(({ path }) => path === routes.uploadThumbnail.multipart.file)?.reason ?? "";
  if (reason.includes("pixels a side")) return i18next.t("thumbnail.reasons.pixels");
  if (code === "file_too_large") return i18next.t("thumbnail.reasons.bytes");
  if (reason === "must not move") return i18next.t("thumbnail.reasons.moving");
  if (reason !== "") return i18next.t("thumbnail.reasons.format");
  return errorText(error);
}
