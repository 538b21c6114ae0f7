import type { ReactNode } from "react";
import type { InlineDraftOptions } from "./use-inline-draft.ts";

/** The props of a value that is edited in place. */
export interface InlineEditProps<T> extends Omit<InlineDraftOptions<T>, "onEnd"> {
  /** The name of the edited field, such as "Title" in "Edit: Title". */
  name: string;
  canEdit: boolean;
  /** Whether the draft is valid and can be saved. */
  isValid?: (draft: T) => boolean;
  /** Whether Enter saves the draft; false if Enter inserts a line break or a tag. */
  isConfirmedByEnter?: boolean;
  /** Whether to use the layout for small places, such as a card. */
  isCompact?: boolean;
  view: ReactNode;
  editor: (draft: T, setDraft: (draft: T) => void) => ReactNode;
}
