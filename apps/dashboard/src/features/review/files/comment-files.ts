import { AppError, type CommentView, errorOf, fillPath, type RouteSpec, routes } from "@shoal/contract";
import { type SendOptions, sendForm } from "../../../components/files/send-form.ts";

interface ReadOptions {
  isSmall?: boolean;
  signal?: AbortSignal;
}

/** Sends and reads files of comments, as the reader of the review page. Every call throws AppError as the api's others do. */
export interface CommentFiles {
  /** @returns the comment with the file. */
  send(comment: string, file: File, options: SendOptions): Promise<CommentView>;
  /** @returns the file as the server has it, under its name, or its small picture. */
  read(comment: string, attachment: string, options?: ReadOptions): Promise<Response>;
}

/** @param headers identify the caller. @param isGuest of a review link: guests have calls of their own. */
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

interface Sending extends SendOptions {
  comment: string;
  file: File;
  headers: Readonly<Record<string, string>>;
}

function sendFile(
  { method, path, multipart }: RouteSpec & { multipart: { file: string } },
  { comment, file, ...sending }: Sending,
): Promise<CommentView> {
  const form = new FormData();
  form.append(multipart.file, file);
  return sendForm({ method, path: fillPath(path, { id: comment }), form, ...sending });
}
