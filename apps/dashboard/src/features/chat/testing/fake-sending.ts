import type { ChatMessageView } from "@shoal/contract";
import { onTestFinished, vi } from "vitest";

/** A simulated upload of a file to the API, whose response the test determines. */
export interface FakeSending {
  path: string;
  form: FormData;
  isAborted: boolean;
  share(loaded: number, total: number): void;
  end(message: ChatMessageView): void;
  refuse(code: string, status?: number): void;
  disconnect(): void;
}

/** Replaces `XMLHttpRequest` until the end of the test. @returns the sent files in order. */
export function fakeSending(): readonly FakeSending[] {
  const sent: FakeSending[] = [];
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = "";
    timeout = 0;
    #path = "";
    #sending: FakeSending | undefined;
    open(_method: string, path: string): void {
      this.#path = path;
    }
    setRequestHeader(): void {}
    send(form: FormData): void {
      const end = (status: number, body: unknown) => {
        this.status = status;
        this.responseText = JSON.stringify(body);
        this.dispatchEvent(new Event("loadend"));
      };
      this.#sending = {
        path: this.#path,
        form,
        isAborted: false,
        share: (loaded, total) =>
          void this.upload.dispatchEvent(
            new ProgressEvent("progress", { lengthComputable: true, loaded, total }),
          ),
        end: (message) => end(201, message),
        refuse: (code, status = 400) => end(status, { code, message: code }),
        disconnect: () => end(0, undefined),
      };
      sent.push(this.#sending);
    }
    abort(): void {
      if (this.#sending) this.#sending.isAborted = true;
      this.dispatchEvent(new Event("loadend"));
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}
