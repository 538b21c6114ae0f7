import type { IncomingMessage } from "node:http";
import { AppError } from "@shoal/contract";
import { formatSizeLimit } from "@shoal/domain";

/**
 * Reads a whole body.
 * @throws AppError "body_too_large", after which the remainder of the body is dropped.
 */
export function readRequestBody(req: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    req.on("data", (bytes: Buffer) => {
      length += bytes.length;
      if (length <= maxBytes) parts.push(bytes);
      else
        reject(
          new AppError("body_too_large", `The request body can be at most ${formatSizeLimit(maxBytes)}`),
        );
    });
    req.on("end", () => resolve(parts.length === 1 ? String(parts[0]) : Buffer.concat(parts).toString()));
    req.on("error", reject);
  });
}

/** Parses JSON. @throws AppError "bad_request" */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("bad_request", "The request body is not JSON", [{ path: "", reason: "must be JSON" }]);
  }
}
