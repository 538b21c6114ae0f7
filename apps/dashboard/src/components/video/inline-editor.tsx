import { ConflictNotice } from "../ui/form/conflict-notice.tsx";
import type { InlineEditProps } from "./inline-edit-props.ts";
import { type InlineDraftState, useInlineDraft } from "./use-inline-draft.ts";

type InlineEditorProps<T> = InlineEditProps<T> & InlineDraftState<T> & { onEnd: () => void };

/** Manages the draft of an InlineEdit: saves it on confirmation, and reports changes saved by others. */
export function InlineEditor<T>(props: InlineEditorProps<T>) {
  const { changes, acceptForeign } = useInlineDraft(props);
  return (
    <ConflictNotice
      changes={changes}
      textOf={conflictTextOf}
      onAccept={acceptForeign}
      isCompact={props.isCompact ?? false}
    />
  );
}

const conflictTextOf = (_: string, value: unknown) =>
  Array.isArray(value) ? value.join(", ") : String(value);
