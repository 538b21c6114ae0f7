import type { DescribedOutro, OutroFigures, OutroView, PictureView } from "@shoal/contract";
import type { PictureRow } from "../pictures/index.ts";
import type { OutroRow } from "./outros.repository.ts";

/** Returns an outro with the field names of the API. */
export function presentOutro(
  row: OutroRow,
  pictures: ReadonlyMap<string, PictureView>,
  figures: OutroFigures | null,
): OutroView {
  const pictureOf = (uuid: string | null) => pictures.get(uuid ?? "") ?? null;
  return {
    id: row.uuid,
    title: row.title,
    description: row.description,
    button: row.button,
    subtext: row.subtext,
    image: pictureOf(row.image_uuid),
    backgroundImage: pictureOf(row.background_uuid),
    videoCount: row.video_count,
    figures,
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    modifiedAt: row.modified_at.toISOString(),
  };
}

/** Describes an outro to edges. */
export function describeOutro(row: OutroRow, pictures: readonly PictureRow[]): DescribedOutro {
  const pictureOf = (uuid: string | null) => {
    const found = pictures.find((picture) => picture.uuid === uuid && picture.state === "ready");
    return found ? { alt: found.alt, files: found.files } : null;
  };
  const { uuid, title, description, button, subtext } = row;
  return {
    uuid,
    title,
    description,
    button,
    subtext,
    image: pictureOf(row.image_uuid),
    backgroundImage: pictureOf(row.background_uuid),
  };
}

/** Returns the uuids of the pictures that outros show. */
export const picturesOf = (rows: readonly OutroRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ image_uuid, background_uuid }) =>
      [image_uuid, background_uuid].filter((uuid) => uuid !== null),
    ),
  ),
];
