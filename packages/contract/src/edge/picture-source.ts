import type { PictureFile, PictureFormat, PictureSource } from "../media/picture.ts";

/**
 * Returns the addresses under which pages load a picture.
 * @param edgeUrl the edge's origin, without a trailing slash.
 */
export function pictureSourceOf(files: readonly PictureFile[], alt: string, edgeUrl: string): PictureSource {
  const urlOf = ({ object }: PictureFile) => `${edgeUrl}/${object}`;
  const setOf = (format: PictureFormat) =>
    files
      .filter((file) => file.format === format)
      .map((file) => `${urlOf(file)} ${file.width}w`)
      .join(", ");
  const largest = files
    .filter(({ format }) => format === "webp")
    .reduce<PictureFile | undefined>(
      (best, file) => (file.width > (best?.width ?? 0) ? file : best),
      undefined,
    );
  return {
    src: largest ? urlOf(largest) : "",
    avif: setOf("avif"),
    webp: setOf("webp"),
    width: largest?.width ?? 0,
    height: largest?.height ?? 0,
    alt,
  };
}
