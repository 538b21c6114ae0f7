import { createHash } from "node:crypto";
import { fillPath, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";

/** Returns the first chunk of an upload as sent over the wire, with letters only, so it can be embedded in a string. */
export function chunkRequest(uuid: string, credential: string): string {
  const chunk = "s".repeat(UPLOAD_CHUNK_BYTES);
  const checksum = createHash("sha256").update(chunk).digest("hex");
  const boundary = "of-a-chunk";
  const part = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}`;
  const body = [
    `${part('name="checksum"')}\r\n\r\n${checksum}\r\n`,
    `${part('name="video"; filename="chunk"')}\r\n\r\n${chunk}\r\n`,
    `--${boundary}--\r\n`,
  ].join("");
  const head = [
    `POST ${fillPath(routes.uploadChunk.path, { uuid, chunkNumber: 0 })} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${credential}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
