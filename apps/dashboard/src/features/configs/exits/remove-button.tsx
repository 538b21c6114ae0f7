import { Button } from "@mantine/core";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";

interface RemoveButtonProps {
  /** Where its label stands among the texts; the question's stand beside it. */
  words: "exits.stop" | "exits.delete" | "arrivals.stop" | "arrivals.forget" | "arrivals.cancel";
  /** The list that it is removed from. */
  queryKey: QueryKey;
  isDisabled?: boolean;
  run: () => Promise<unknown>;
}

/** Asks, removes an archive or stops it, and reads the list again. */
export function RemoveButton({ words, queryKey, isDisabled = false, run }: RemoveButtonProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const ask = () =>
    askConfirmation({
      title: t(`${words}Title`),
      text: t(`${words}Text`),
      confirm: t(`${words}Confirm`),
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
      {t(words)}
    </Button>
  );
}
