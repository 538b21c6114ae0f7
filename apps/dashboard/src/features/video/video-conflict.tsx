import type { ReactNode } from "react";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import type { EditForm } from "../../components/ui/form/use-edit-form.ts";

interface VideoConflictProps<V extends Record<string, unknown>> {
  edit: Pick<EditForm<V, never>, "changes" | "takeForeign">;
  labels: Record<keyof V & string, string>;
  /** A value as the form shows it; as it is when not given. */
  textOf?: (field: keyof V & string, value: unknown) => ReactNode;
}

/** What somebody else saved in the fields of a form that is open here. */
export function VideoConflict<V extends Record<string, unknown>>({
  edit,
  labels,
  textOf = (_, value) => String(value),
}: VideoConflictProps<V>) {
  return (
    <ConflictNotice
      changes={edit.changes}
      labelOf={(field) => labels[field]}
      textOf={textOf}
      onTake={edit.takeForeign}
    />
  );
}
