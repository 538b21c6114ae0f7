import { AppError, type CommentView, errorOf, fillPath, type RouteSpec, routes } from "@shoal/contract";
import { type SendOptions, sendForm } from "../../../components/files/send-form.ts";

interface ReadOptions {
  isSmall?: boolean;
  signal?: AbortSignal;
}

interface FileOptions extends SendOptions {
  /** Id of the file, which stays the same when it is sent again. */
  fileId: string;
}

/** Sends and reads files of comments on behalf of the reader. Each function throws the same errors as other API calls. */
export interface CommentFiles {
  /** Sends a file. @returns the comment with the file. */
  send(comment: string, file: File, options: FileOptions): Promise<CommentView>;
  /** Reads a file. @returns the file under its name, or its thumbnail. */
  read(comment: string, attachment: string, options?: ReadOptions): Promise<Response>;
}

/** Creates the functions that send and read files. @param headers identify the caller. @param isGuest guests use different calls. */
export function createCommentFiles({
  headers,
  isGuest,
}: {
  headers: () => Readonly<Record<string, string>>;
  isGuest: boolean;
}): CommentFiles {
  const sending = isGuest ? routes.addGuestAttachment : routes.addAttachment;
  const reading = isGuest ? routes.getGuestAttachment : routes.getAttachment;
  return {
    send: (comment, file, options) => sendFile(sending, { comment, file, headers: headers(), ...options }),
    async read(comment, attachment, { isSmall = false, signal } = {}) {
      const path = fillPath(reading.path, { id: comment, attachment });
      const response = await fetch(isSmall ? `${path}?small=true` : path, {
        headers: headers(),
        ...(signal ? { signal } : {}),
      }).catch(() => {
        throw new AppError("unavailable", "The server did not answer");
      });
      if (!response.ok) throw await errorOf(response);
      return response;
    },
  };
}

interface FileUpload extends FileOptions {
  comment: string;
  file: File;
  headers: Readonly<Record<string, string>>;
}

function sendFile(
  { method, path, multipart }: RouteSpec & { multipart: { file: string } },
  { comment, file, fileId, ...sending }: FileUpload,
): Promise<CommentView> {
  const form = new FormData();
  // The server requires the form fields to precede the file.
  form.append("fileId", fileId);
  form.append(multipart.file, file);
  return sendForm({ method, path: fillPath(path, { id: comment }), form, ...sending });
}
