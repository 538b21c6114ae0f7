import { AppError, type CommentView, errorOf, fillPath, type RouteSpec, routes } from "@shoal/contract";

export interface SendOptions {
  signal: AbortSignal;
  /** How much has left, from 0 to 1. */
  onShare: (share: number) => void;
}

/** Sends and reads files of comments, as the reader of the review page. Every call throws AppError as the api's others do. */
export interface CommentFiles {
  /** @returns the comment with the file. */
  send(comment: string, file: File, options: SendOptions): Promise<CommentView>;
  /** @returns the file as the server has it, under its name. */
  read(comment: string, attachment: string, signal?: AbortSignal): Promise<Response>;
}

/** A connection on which nothing comes back for so long is dead. */
const TIMEOUT_MS = 300_000;

/** @param headers say who asks. @param isGuest of a review link: guests have calls of their own. */
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
    async read(comment, attachment, signal) {
      const path = fillPath(reading.path, { id: comment, attachment });
      const response = await fetch(path, { headers: headers(), ...(signal ? { signal } : {}) }).catch(() => {
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

/** XMLHttpRequest, because fetch does not tell how much of a body has left. */
function sendFile(
  { method, path, multipart }: RouteSpec & { multipart: { file: string } },
  { comment, file, headers, signal, onShare }: Sending,
): Promise<CommentView> {
  const form = new FormData();
  form.append(multipart.file, file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onShare(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("loadend", () => {
      signal.removeEventListener("abort", abort);
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else if (request.status === 0) reject(new AppError("unavailable", "The connection was lost"));
      else void errorOf(new Response(request.responseText, { status: request.status })).then(reject);
    });
    request.open(method, fillPath(path, { id: comment }));
    request.timeout = TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
    if (signal.aborted) request.abort();
  });
}
