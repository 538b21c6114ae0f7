import type { PictureView } from "@shoal/contract";
import { pictureSourceOf } from "@shoal/contract/edge";
import type { PictureRow } from "./pictures.repository.ts";

/** Returns a picture with the field names of the API. @param edgeUrl the base URL of picture files. */
export function presentPicture(row: PictureRow, edgeUrl: string): PictureView {
  return {
    id: row.uuid,
    name: row.name,
    alt: row.alt,
    state: row.state,
    errorType: row.error_type,
    originalName: row.original_name,
    originalSizeBytes: row.original_size_bytes,
    sizeBytes: row.stored_bytes,
    width: row.width,
    height: row.height,
    source: row.state === "ready" ? pictureSourceOf(row.files, row.alt, edgeUrl) : null,
    outroCount: row.outro_count,
    createdAt: row.created_at.toISOString(),
    modifiedAt: row.modified_at.toISOString(),
  };
}
