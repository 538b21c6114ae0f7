import type { ReactNode } from "react";
import { CloseContext, UnsavedContext } from "./unsaved.ts";
import { useConfirmedClose } from "./use-confirmed-close.ts";

/** The part of a page or dialog that a form's Cancel button closes. Asks first if the form has unsaved changes. */
export function ClosablePart({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { note, confirmDiscard } = useConfirmedClose(onClose);
  return (
    <CloseContext value={() => confirmDiscard(onClose)}>
      <UnsavedContext value={note}>{children}</UnsavedContext>
    </CloseContext>
  );
}
