import { Button } from "@mantine/core";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";

interface RemoveButtonProps {
  label: string;
  question: { title: string; text: string; confirm: string };
  /** The key of the query for the list that contains the archive. */
  queryKey: QueryKey;
  isDisabled?: boolean;
  run: () => Promise<unknown>;
}

/** Asks for confirmation, deletes or stops an archive, and reloads the list. */
export function RemoveButton({ label, question, queryKey, isDisabled = false, run }: RemoveButtonProps) {
  const queries = useQueryClient();
  const confirm = () =>
    askConfirmation({
      ...question,
      isDangerous: true,
      async run() {
        try {
          await run();
        } finally {
          // The list is reloaded even after an error, because another user may already have deleted the archive.
          await queries.invalidateQueries({ queryKey });
        }
      },
    });
  return (
    <Button size="xs" variant="default" disabled={isDisabled} onClick={confirm}>
      {label}
    </Button>
  );
}
