import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import i18next from "i18next";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { CloseContext, type ReportUnsaved, UnsavedContext } from "../form/unsaved.ts";
import {
  addDialog,
  closeDialog,
  listDialogs,
  markUnsavedDialog,
  removeDialog,
  type StackedDialog,
  subscribeToDialogs,
} from "./dialog-stack.ts";

export function DialogHost() {
  const dialogs = useSyncExternalStore(subscribeToDialogs, listDialogs);
  const top = dialogs.findLast(({ isOpen }) => isOpen)?.id;
  return (
    <Modal.Stack>
      {dialogs.map((dialog) => (
        <DialogEntry key={dialog.id} dialog={dialog} isCovered={dialog.isOpen && dialog.id !== top} />
      ))}
    </Modal.Stack>
  );
}

/** Renders an open dialog. @param isCovered whether another dialog covers this one, which is hidden but keeps its state. */
function DialogEntry({ dialog, isCovered }: { dialog: StackedDialog; isCovered: boolean }) {
  const { t } = useTranslation();
  const { id, isOpen, isHeld, isUnsaved, outlivesPage: _kept, onClose: _, children, ...props } = dialog;
  const [hasCome, setCome] = useState(false);
  // Opening the dialog after mounting makes it fade in and remember the focused element.
  useEffect(() => setCome(true), []);
  const [unsaved] = useState(() => new Set<string>());
  const note = useCallback<ReportUnsaved>(
    (form, isNoted) => {
      if (isNoted) unsaved.add(form);
      else unsaved.delete(form);
      markUnsavedDialog(id, unsaved.size > 0);
    },
    [id, unsaved],
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isUnsaved]);
  const question = useRef<number>(undefined);
  // Withdraws the question if the form is saved, or closed by its own button, while the question is open.
  useEffect(() => {
    if (!(isOpen && isUnsaved) && question.current !== undefined) closeDialog(question.current);
  }, [isOpen, isUnsaved]);
  function handleClose(): void {
    if (isHeld) return;
    if (isUnsaved) question.current = askToDiscard(id);
    else closeDialog(id);
  }
  return (
    <Modal
      {...props}
      stackId={String(id)}
      opened={hasCome && isOpen}
      withCloseButton={!isHeld}
      closeOnClickOutside={!isHeld}
      // `handleClose` ignores Escape for held dialogs, because a stack passes Escape to the top dialog even if that dialog does not close
      // on Escape.
      onClose={handleClose}
      onExitTransitionEnd={() => removeDialog(id)}
      closeButtonProps={{ "aria-label": t("common.close") }}
      style={isCovered ? { visibility: "hidden" } : {}}
    >
      <CloseContext value={handleClose}>
        <UnsavedContext value={note}>{children}</UnsavedContext>
      </CloseContext>
    </Modal>
  );
}

/**
 * Asks for confirmation before a dialog whose form has unsaved entries is closed.
 * @returns the id of the confirmation dialog.
 */
function askToDiscard(id: number): number {
  const end = () => closeDialog(question);
  const question = addDialog({
    title: i18next.t("shared.unsaved.title"),
    isHeld: false,
    onClose: () => undefined,
    children: (
      <DiscardConfirmation
        onEnd={end}
        onDiscard={() => {
          end();
          closeDialog(id);
        }}
      />
    ),
  });
  return question;
}

function DiscardConfirmation({ onEnd, onDiscard }: { onEnd: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t("shared.unsaved.window")}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd} data-autofocus>
          {t("common.cancel")}
        </Button>
        <Button color="red.8" onClick={onDiscard}>
          {t("shared.unsaved.discard")}
        </Button>
      </Group>
    </Stack>
  );
}
