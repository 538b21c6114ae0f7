import { Button } from "@mantine/core";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";

interface RemoveButtonProps {
  label: string;
  question: { title: string; text: string; confirm: string };
  /** The list that it is removed from. */
  queryKey: QueryKey;
  isDisabled?: boolean;
  run: () => Promise<unknown>;
}

/** Asks, removes an archive or stops it, and reads the list again. */
export function RemoveButton({ label, question, queryKey, isDisabled = false, run }: RemoveButtonProps) {
  const queries = useQueryClient();
  const ask = () =>
    askConfirmation({
      ...question,
      isDangerous: true,
      async run() {
        try {
          await run();
        } finally {
          // Also where someone else was faster.
          await queries.invalidateQueries({ queryKey });
        }
      },
    });
  return (
    <Button size="xs" variant="default" disabled={isDisabled} onClick={ask}>
      {label}
    </Button>
  );
}
