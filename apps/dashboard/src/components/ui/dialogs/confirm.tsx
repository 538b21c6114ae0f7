import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { openDialog } from "./dialogs.tsx";

export interface Confirmation {
  title: string;
  text: ReactNode;
  /** The label of the confirming button, which names the action, such as "Delete", instead of "OK". */
  confirm: string;
  isDangerous?: boolean;
  /** The text shown if the action fails; the error's own text if this is omitted. */
  failed?: { title?: string; textOf: (error: unknown) => string };
  /** The action. The dialog stays open while it runs, and shows the reason if it fails. */
  run: () => unknown;
  /** Called after the dialog has closed, whether or not the action ran. */
  onClosed?: () => void;
}

/**
 * Asks for confirmation of an action. Escape, the cross and 'Cancel' close the dialog without running the action. The focus then returns to
 * the element that had it.
 * @example askConfirmation({ title, text, confirm: t("users.delete"), isDangerous: true, run: () => remove(uuid) });
 */
export function askConfirmation(confirmation: Confirmation): void {
  const closing = openDialog({
    title: confirmation.title,
    onClosed: confirmation.onClosed,
    children: <ConfirmationQuestion {...confirmation} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function ConfirmationQuestion({
  text,
  confirm,
  isDangerous,
  failed,
  run,
  onEnd,
}: Confirmation & { onEnd: () => void }) {
  const { t } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const textOf = failed?.textOf ?? errorText;
  async function handleConfirm(): Promise<void> {
    setRunning(true);
    setError(undefined);
    try {
      await run();
      onEnd();
    } catch (fault) {
      // If the dialog was closed while the action was running, the failure is shown as a notification.
      if (!isShown.current)
        notify.failure({ ...(failed?.title ? { title: failed.title } : {}), message: textOf(fault) });
      setError(fault);
      setRunning(false);
    }
  }
  return (
    <Stack>
      <Text size="sm" component="div">
        {text}
      </Text>
      {error !== undefined && (
        <Alert color="red" role="alert" title={failed?.title}>
          {textOf(error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd} data-autofocus={isDangerous}>
          {t("common.cancel")}
        </Button>
        <Button
          {...(isDangerous ? { color: "red.8" } : {})}
          loading={isRunning}
          data-autofocus={!isDangerous}
          onClick={() => void handleConfirm()}
        >
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
