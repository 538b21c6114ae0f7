import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { AppError } from "@shoal/contract";
import { type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel, useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { errorText } from "../../lib/error-text.ts";

interface EndFormProps {
  text: string;
  /** The label of the confirming button. */
  confirm: string;
  /** The name that the user must type first; undefined if none is required. */
  repeat?: string;
  run: () => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for confirmation before a client is deleted. If the deletion is rejected, the dialog stays open with the reason. */
export function EndForm({ text, confirm, repeat, run, onCancel }: EndFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onCancel);
  const [typed, setTyped] = useState("");
  useReportUnsaved(typed !== "");
  const [isRunning, setRunning] = useState(false);
  const [fault, setFault] = useState<string>();
  const isReady = repeat === undefined || typed.trim() === repeat;
  async function handleSubmit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setRunning(true);
    setFault(undefined);
    try {
      await run();
    } catch (error) {
      // The general text for "forbidden" would not explain that an administrator belongs to the client.
      const isForbidden = error instanceof AppError && error.code === "forbidden";
      setFault(isForbidden ? t("clients.hasAdministrator") : errorText(error));
      setRunning(false);
    }
  }
  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      <Stack>
        <Text size="sm">{text}</Text>
        {repeat !== undefined && (
          <TextInput
            label={t("clients.typeName", { clientname: repeat })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <FormFault fault={fault} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel} data-autofocus={repeat === undefined}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" color="red.8" loading={isRunning} disabled={!isReady}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
