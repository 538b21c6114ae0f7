import type { ReactNode } from "react";
import type { InlineDraftOptions } from "./use-inline-draft.ts";

/** A value that is edited in its place. */
export interface InlineEditProps<T> extends Omit<InlineDraftOptions<T>, "onEnd"> {
  /** The edited field, as in 'Edit: Title'. */
  name: string;
  canEdit: boolean;
  /** Whether the draft may be saved. */
  isValid?: (draft: T) => boolean;
  /** Enter confirms; not where Enter writes a line or a tag. */
  isConfirmedByEnter?: boolean;
  /** For small places, such as a card. */
  isCompact?: boolean;
  view: ReactNode;
  editor: (draft: T, setDraft: (draft: T) => void) => ReactNode;
}
