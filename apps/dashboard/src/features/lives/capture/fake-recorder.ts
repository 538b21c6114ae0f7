import type { RecorderLike, RecorderOptions } from "./capture.types.ts";

/** A fake MediaRecorder whose output tests provide. */
export class FakeRecorder implements RecorderLike {
  state: RecordingState = "inactive";
  readonly options: RecorderOptions;
  ondataavailable: RecorderLike["ondataavailable"] = null;
  onerror: RecorderLike["onerror"] = null;
  onstop: RecorderLike["onstop"] = null;
  constructor(options: RecorderOptions) {
    this.options = options;
  }
  start(): void {
    this.state = "recording";
  }
  stop(): void {
    this.state = "inactive";
    this.give("last");
    this.onstop?.call(this as never, {} as Event);
  }
  give(text: string): void {
    this.ondataavailable?.call(this as never, { data: { size: text.length, text } } as never);
  }
}
