import type { ImportFault, ImportItem } from "@shoal/contract";
import type { ListedItem } from "@shoal/domain/imports";

/** What is kept of a line until it is fetched. */
export interface StoredItem {
  item: ImportItem;
  /** What its source knows it by, where the address is asked for when it is fetched. */
  ref?: string | undefined;
}

export interface SourcePage {
  items: (ListedItem & { ref?: string | undefined })[];
  /** What reads what follows: kept with the lines. */
  cursor: string;
}

/** Reads a list page by page. @throws TryLater, SourceFailed. */
export type ReadPages = (cursor: string | null) => AsyncIterable<SourcePage>;

/** The source is busy or away for now: what was read stays, and it is asked again. */
export class TryLater extends Error {
  readonly waitMs: number;
  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
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
