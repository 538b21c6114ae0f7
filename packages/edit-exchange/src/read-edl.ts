import { parseTimecode, type TimecodeFormat } from "@shoal/frames";
import { findColour } from "./color-names.ts";
import { readMarkLine } from "./comment-mark.ts";
import { unfoldText } from "./comment-text.ts";
import type { ExchangeFailure, ReadOptions, ReadResult } from "./exchange.types.ts";
import { formatOfFile } from "./file-format.ts";
import {
  createFailure,
  type FoundComment,
  finishReading,
  refuseOne,
  refuseRate,
  refuseSize,
} from "./read-comments.ts";
import { DONE_SUFFIX } from "./write-edl.ts";

/**
 * Reads markers of DaVinci Resolve (`|C:… |M:… |D:…` under events) and locators (`* LOC:`). Everything else in an EDL is cut
 * information and is skipped. Times are record times.
 */
export function readEdl(text: string, options: ReadOptions): ReadResult {
  const fileRate = options.fileRate ?? options.format.rate;
  const refused = refuseSize(text) ?? refuseRate(fileRate, options);
  if (refused) return refused;
  const reader = new EdlReader(formatOfFile(options.format, fileRate));
  let number = 0;
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)) {
    number += 1;
    const failure = reader.readLine(line.trim(), number);
    // If the labels count drop frames differently, all comments of the file are wrong, so reading fails instead of skipping single
    // comments.
    const refusal = failure && failure.fault !== "other-drop-frame" ? refuseOne(failure, options) : failure;
    if (refusal) return refusal;
  }
  return finishReading(reader.found, fileRate, options);
}

interface EventSpan {
  firstFrame: number;
  endFrame: number;
}

class EdlReader {
  readonly found: FoundComment[] = [];
  #format: TimecodeFormat;
  /** The record times of the event whose comments follow. */
  #event: EventSpan | undefined;
  /** The comment to which the lines after a locator belong. */
  #locator: FoundComment | undefined;
  /** The comment to which a following mark belongs. */
  #last: FoundComment | undefined;

  constructor(format: TimecodeFormat) {
    this.#format = format;
  }

  readLine(line: string, number: number): ExchangeFailure | undefined {
    // The fields at the end of the line, from `|C:` on, distinguish a note of Resolve from similar lines.
    const tail = line.lastIndexOf("|C:");
    if (tail >= 0 && this.#event) return this.#readResolve(line, tail, number);
    const mark = readMarkLine(line);
    if (mark && this.#last) this.#last.mark = mark;
    if (mark) return undefined;
    if (line.startsWith("FCM:")) return this.#readMode(line, number);
    if (/^\*\s*LOC\b/i.test(line)) return this.#readLocator(line.replace(/^\*\s*LOC/i, ""), number);
    return /^\d{1,6}\s/.test(line) ? this.#readEvent(line, number) : undefined;
  }

  #readMode(line: string, number: number): ExchangeFailure | undefined {
    const isDropFrame = !/NON/i.test(line) && /DROP/i.test(line);
    if (isDropFrame === this.#format.isDropFrame) return undefined;
    return createFailure("other-drop-frame", { line: number, detail: line });
  }

  #readEvent(line: string, number: number): ExchangeFailure | undefined {
    const words = line.split(/\s+/);
    this.#locator = undefined;
    this.#last = undefined;
    // An event ends with four timecodes; other lines that start with a number are not events.
    if (words.length < 8) return undefined;
    this.#event = undefined;
    const [firstFrame, endFrame] = words.slice(-2).map((label) => this.#frameOf(label, number));
    if (typeof firstFrame !== "number") return firstFrame;
    if (typeof endFrame !== "number") return endFrame;
    if (endFrame < firstFrame)
      return createFailure("range", { line: number, detail: words.slice(-2).join(" ") });
    this.#event = { firstFrame, endFrame };
    return undefined;
  }

  #readResolve(line: string, tail: number, number: number): ExchangeFailure | undefined {
    const event = this.#event;
    if (!event) return undefined;
    const fields = new Map(
      line
        .slice(tail + 1)
        .split("|")
        .map((field) => [field.slice(0, 2), field.slice(2).trim()] as const),
    );
    const name = fields.get("M:") ?? "";
    const length = Number(fields.get("D:") ?? event.endFrame - event.firstFrame);
    if (!Number.isSafeInteger(length) || length < 0)
      return createFailure("range", { line: number, detail: `D:${fields.get("D:")}` });
    const isDone = ` ${name}`.endsWith(DONE_SUFFIX);
    this.#last = {
      firstFrame: event.firstFrame,
      endFrame: event.firstFrame + Math.max(1, length),
      text: unfoldText(line.slice(0, tail)) || unfoldText(name),
      author: unfoldText(isDone ? name.slice(0, Math.max(0, name.length - DONE_SUFFIX.length)) : name),
      color: findColour((fields.get("C:") ?? "").replace("ResolveColor", "")) ?? "blue",
      isDone,
      line: number,
    };
    this.found.push(this.#last);
    return undefined;
  }

  /** Reads `: 01:00:01:14 RED     text`, or an addition to the last locator: ` END: 01:00:02:00`, ` BY: name`, ` DONE`. */
  #readLocator(rest: string, number: number): ExchangeFailure | undefined {
    const colon = rest.indexOf(":");
    const key = (colon < 0 ? rest : rest.slice(0, colon)).trim().toUpperCase();
    const value = colon < 0 ? "" : rest.slice(colon + 1).trim();
    if (key !== "") return this.#readAddition(key, value, number);
    this.#locator = undefined;
    this.#last = undefined;
    const [label = "", color = ""] = value.split(/\s+/, 2);
    const firstFrame = this.#frameOf(label, number);
    if (typeof firstFrame !== "number") return firstFrame;
    const known = findColour(color) ?? (/^(black|white)$/i.test(color) ? "blue" : undefined);
    const afterLabel = value.slice(label.length).trim();
    this.#locator = {
      firstFrame,
      endFrame: firstFrame + 1,
      text: unfoldText(known ? afterLabel.slice(color.length) : afterLabel),
      author: "",
      color: known ?? "red",
      isDone: false,
      line: number,
    };
    this.#last = this.#locator;
    this.found.push(this.#locator);
    return undefined;
  }

  #readAddition(key: string, value: string, number: number): ExchangeFailure | undefined {
    if (!this.#locator) return undefined;
    if (key === "BY") this.#locator.author = unfoldText(value);
    if (key === "DONE") this.#locator.isDone = true;
    if (key !== "END") return undefined;
    const endFrame = this.#frameOf(value, number);
    if (typeof endFrame !== "number") return endFrame;
    this.#locator.endFrame = endFrame;
    return undefined;
  }

  #frameOf(label: string, number: number): number | ExchangeFailure {
    // A semicolon means drop-frame, even if the file has no FCM line.
    if (label.includes(";") && !this.#format.isDropFrame)
      return createFailure("other-drop-frame", { line: number, detail: label });
    const result = parseTimecode(label, this.#format);
    if (result.ok) return result.frame;
    const where = { line: number, detail: label };
    if (result.fault === "dropped") return createFailure("dropped-timecode", where);
    if (result.fault === "frames") return createFailure("frames-above-rate", where);
    return createFailure(result.fault === "before-start" ? "before-start" : "timecode", where);
  }
}
