import type { FieldError, ImportFault, ImportItem, RuleSettings } from "@shoal/contract";
import type { ListedItem } from "@shoal/domain/imports";

/** The stored data of a line until its file arrives. */
export interface StoredItem {
  item: ImportItem;
  /** The source's id of the video, if it is requested when the line is started. */
  ref?: string | undefined;
  /** The parts that could not be imported, and why. */
  faults?: FieldError[] | undefined;
  /** The access rules of a video that is not public. They apply as soon as it is created. */
  rules?: RuleSettings | undefined;
}

export interface SourceItem extends ListedItem {
  ref?: string | undefined;
  /** The key of the video, which is always the same, so that it is not imported twice. */
  key?: string | undefined;
  /** The number of captions, if only that is known before the line is started. */
  captionCount?: number | undefined;
}

export interface SourcePage {
  items: SourceItem[];
  /** The cursor for the next page, stored with the lines. */
  cursor: string;
  /** The patterns of files that are not videos. */
  ignored?: string[];
}

/** Reads a list page by page. @throws TryLater, SourceFailed. */
export type ReadPages = (cursor: string | null) => AsyncIterable<SourcePage>;

/** A source whose videos can be listed and imported. */
export interface OpenedSource {
  readPages: ReadPages;
  /** Prepares a line to be fetched now, since addresses may have expired. @throws TryLater, SourceFailed, ItemFailed. */
  prepare(stored: StoredItem): Promise<StoredItem>;
  /** Requests the first page. @returns the fields of the source that are wrong. */
  check(): Promise<FieldError[]>;
}

/** Thrown if the source is temporarily busy or unreachable. What was read is kept, and the request is repeated. */
export class TryLater extends Error {
  /** The source's retry delay; undefined if it states none. */
  readonly waitMs: number | undefined;
  /** Whether the delay counts as a failure of the source. */
  readonly isFault: boolean;
  constructor(message: string, waitMs?: number, isFault = true) {
    super(message);
    this.waitMs = waitMs;
    this.isFault = isFault;
  }
}

/** Thrown if the list cannot be read at all. */
export class SourceFailed extends Error {
  readonly fault: ImportFault;
  constructor(fault: ImportFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Thrown if one video of the source cannot be fetched while others can. The message is the reason that users see. */
export class ItemFailed extends Error {}
