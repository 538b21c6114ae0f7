import type { FieldError, ImportFault, ImportItem, RuleSettings } from "@shoal/contract";
import type { ListedItem } from "@shoal/domain/imports";

/** The stored data of a line until its file arrives. */
export interface StoredItem {
  item: ImportItem;
  /** What its source knows it by, where it is asked for at its turn. */
  ref?: string | undefined;
  /** What could not be brought along, and what is told of it. */
  faults?: FieldError[] | undefined;
  /** Its access rules, if it is not public: they apply from its first moment. */
  rules?: RuleSettings | undefined;
}

export interface SourceItem extends ListedItem {
  ref?: string | undefined;
  /** The same for the same video each time: nothing is imported twice. */
  key?: string | undefined;
  /** If only their number is known before its turn. */
  captionCount?: number | undefined;
}

export interface SourcePage {
  items: SourceItem[];
  /** The cursor for the next page: stored with the lines. */
  cursor: string;
  /** Files that are no videos. */
  ignored?: string[];
}

/** Reads a list page by page. @throws TryLater, SourceFailed. */
export type ReadPages = (cursor: string | null) => AsyncIterable<SourcePage>;

/** One place that lists videos. */
export interface Source {
  readPages: ReadPages;
  /** A line as it is to be fetched now: addresses may have expired since it was listed. @throws TryLater, SourceFailed, ItemFailed. */
  prepare(stored: StoredItem): Promise<StoredItem>;
  /** Asks for the first page. @returns which fields of the source are wrong, as far as it answers now. */
  check(): Promise<FieldError[]>;
}

/** The source is busy or away for now: what was read stays, and it is asked again. */
export class TryLater extends Error {
  /** The source's retry delay; undefined if it states none. */
  readonly waitMs: number | undefined;
  /** Whether it counts towards giving the source up. */
  readonly isFault: boolean;
  constructor(message: string, waitMs?: number, isFault = true) {
    super(message);
    this.waitMs = waitMs;
    this.isFault = isFault;
  }
}

/** The list cannot be read at all. */
export class SourceFailed extends Error {
  readonly fault: ImportFault;
  constructor(fault: ImportFault) {
    super(fault);
    this.fault = fault;
  }
}

/** One video of the source cannot be fetched; the others can. Its message is the reason, as of a field. */
export class ItemFailed extends Error {}
