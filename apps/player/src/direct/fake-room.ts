import type { DirectAnswer } from "@shoal/contract/player";

/** A fake WebSocket for which the test acts as the room. */
export class FakeRoom {
  static readonly OPEN = 1;
  static opened: FakeRoom[] = [];
  readyState = 0;
  closedWith: number | undefined;
  readonly sent: unknown[] = [];
  readonly url: string;
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = () => {};

  constructor(url: string) {
    this.url = url;
    FakeRoom.opened.push(this);
  }

  static last(): FakeRoom {
    const last = FakeRoom.opened.at(-1);
    if (!last) throw new Error("No room has been entered");
    return last;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code?: number): void {
    this.readyState = 3;
    this.closedWith = code;
  }

  accept(): this {
    this.readyState = FakeRoom.OPEN;
    this.onopen();
    return this;
  }

  reply(answer: DirectAnswer): void {
    this.onmessage({ data: JSON.stringify(answer) });
  }

  give(place: string): void {
    this.reply({ type: "slot", place, slot: `slot of ${place}`, iceServers: [] });
  }

  break(): void {
    this.readyState = 3;
    this.onclose();
  }
}
