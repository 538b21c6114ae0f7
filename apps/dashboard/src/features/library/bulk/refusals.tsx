import { Button, Group, List, Stack, Text } from "@mantine/core";
import { AppError, type BulkAction, type ErrorCode, type ResponseOf, type routes } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { errorText } from "../../../lib/error-text.ts";

interface Refusals {
  action: BulkAction["action"];
  result: ResponseOf<typeof routes.changeVideos>;
  /** The videos that were asked for, by uuid. */
  titles: ReadonlyMap<string, { title: string }>;
}

/** Names the videos that could not be changed, each with the reason. */
export function openRefusals(refusals: Refusals): void {
  const closing = openDialog({
    title: i18next.t("bulk.refusedTitle", { count: refusals.result.refused.length }),
    children: <RefusalList {...refusals} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

function RefusalList({ action, result, titles, onEnd }: Refusals & { onEnd: () => void }) {
  const { t } = useTranslation();
  const { changed, refused } = result;
  const reasonOf = (code: ErrorCode) =>
    action === "addTags" && code === "bad_request" ? t("bulk.tooManyTags") : errorText(new AppError(code));
  return (
    <Stack role="alert">
      <List size="sm" spacing={6}>
        {refused.map(({ uuid, code }) => (
          <List.Item key={uuid}>
            <strong>{titles.get(uuid)?.title ?? t("bulk.unknownVideo")}</strong>
            <br />
            {reasonOf(code)}
          </List.Item>
        ))}
      </List>
      {changed > 0 && (
        <Text size="sm" c="dimmed">
          {t("bulk.refusedRest", { count: changed })}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
