import { AppError, errorOf } from "@shoal/contract";

export interface SendOptions {
  signal: AbortSignal;
  /** Called with the share of the form's data that has been sent, from 0 to 1. */
  onShare: (share: number) => void;
}

interface FormRequest extends SendOptions {
  method: string;
  path: string;
  form: FormData;
  headers: Readonly<Record<string, string>>;
}

/** The time without a response after which the connection is considered lost. */
const TIMEOUT_MS = 300_000;

/** Sends a form by XMLHttpRequest, because fetch does not report upload progress. @throws AppError, as `call` does. */
export function sendForm<Answer>({
  method,
  path,
  form,
  headers,
  signal,
  onShare,
}: FormRequest): Promise<Answer> {
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
    request.open(method, path);
    request.timeout = TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
    if (signal.aborted) request.abort();
  });
}
