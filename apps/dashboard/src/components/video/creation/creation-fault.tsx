import { Button, Group, Stack, Text } from "@mantine/core";
import { AppError } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { openDialog } from "../../ui/dialogs/dialogs.tsx";

/** The text key of the kind of video that could not be created. */
type FaultTextKey = "text" | "liveText";

/** Errors that report a limit. Their message needs no title that names a failure, because nothing failed. */
const LIMIT_CODES: readonly AppError["code"][] = ["free_tier_exceeded", "budget_reached"];

/** Explains why a video could not be created (§8). */
export function openCreationFault(error: unknown, wanted: FaultTextKey = "text"): void {
  const closing = openDialog({
    title: i18next.t("newVideos.failure.title"),
    children: (
      <CreationFault error={error} wanted={wanted} onEnd={() => void closing.then((close) => close())} />
    ),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

interface CreationFaultProps {
  error: unknown;
  wanted: FaultTextKey;
  onEnd: () => void;
}

function CreationFault({ error, wanted, onEnd }: CreationFaultProps) {
  const { t } = useTranslation();
  const isLimit = error instanceof AppError && LIMIT_CODES.includes(error.code);
  return (
    <Stack role="alert">
      {!isLimit && <Text fw={600}>{t(`newVideos.failure.${wanted}`)}</Text>}
      <Text size="sm">{errorText(error)}</Text>
      <Group justify="flex-end">
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
