import { Modal } from "@mantine/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { closeDialog, dropDialog, followDialogs, listDialogs, type StackedDialog } from "./dialog-stack.ts";

export function DialogPlace() {
  const dialogs = useSyncExternalStore(followDialogs, listDialogs);
  const top = dialogs.findLast(({ isOpen }) => isOpen)?.id;
  return (
    <Modal.Stack>
      {dialogs.map((dialog) => (
        <Entry key={dialog.id} dialog={dialog} isCovered={dialog.isOpen && dialog.id !== top} />
      ))}
    </Modal.Stack>
  );
}

/** Renders an open dialog. @param isCovered whether another dialog covers it: it is hidden, but keeps its state. */
function Entry({ dialog, isCovered }: { dialog: StackedDialog; isCovered: boolean }) {
  const { t } = useTranslation();
  const { id, isOpen, isHeld, onClose: _, children, ...props } = dialog;
  const [hasCome, setCome] = useState(false);
  // Opening the dialog after mounting makes it fade in and remember the focused element.
  useEffect(() => setCome(true), []);
  return (
    <Modal
      {...props}
      stackId={String(id)}
      opened={hasCome && isOpen}
      withCloseButton={!isHeld}
      closeOnClickOutside={!isHeld}
      // A stack passes Escape to the top dialog even if that dialog does not close on Escape.
      onClose={() => {
        if (!isHeld) closeDialog(id);
      }}
      onExitTransitionEnd={() => dropDialog(id)}
      closeButtonProps={{ "aria-label": t("common.close") }}
      style={isCovered ? { visibility: "hidden" } : {}}
    >
      {children}
    </Modal>
  );
}
