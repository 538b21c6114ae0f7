import type { SocketLike } from "./capture.types.ts";

/** A fake WebSocket: tests open it, send the server's messages, and close it. */
export class FakeSocket implements SocketLike {
  readyState: SocketLike["readyState"] = 0;
  bufferedAmount = 0;
  readonly url: string;
  readonly sent: unknown[] = [];
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  constructor(url: string) {
    this.url = url;
  }
  send(data: unknown): void {
    this.sent.push(data);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.call(this as never, {} as Event);
  }
  receive(answer: object): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(answer) } as MessageEvent);
  }
  break(): void {
    this.close();
    this.onclose?.call(this as never, {} as CloseEvent);
  }
}
