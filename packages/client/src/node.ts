import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { SourceFile } from "./upload/upload-item.ts";

/**
 * Opens a local file for `upload`, which reads it part by part as it is sent.
 * @throws if the file does not exist. The upload fails if the file changes in the meantime.
 */
export async function fromPath(path: string): Promise<SourceFile> {
  const { size, mtimeMs } = await stat(path);
  return {
    name: basename(path),
    size,
    type: "",
    lastModified: Math.round(mtimeMs),
    async slice(from, to) {
      const file = await open(path);
      try {
        if ((await file.stat()).mtimeMs !== mtimeMs)
          throw new DOMException(`${path} was changed`, "NotReadableError");
        const bytes = new Uint8Array(to - from);
        let length = 0;
        while (length < bytes.length) {
          const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length);
          if (bytesRead === 0) throw new DOMException(`${path} is shorter than it was`, "NotReadableError");
          length += bytesRead;
        }
        return new Blob([bytes]);
      } finally {
        await file.close();
      }
    },
  };
}
