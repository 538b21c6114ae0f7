import { Progress, Skeleton, Stack, Text } from "@mantine/core";
import { type ResponseOf, routes } from "@shoal/contract";
import { formatMegabytes } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FactList } from "../../components/ui/fact-list.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { translateFigure } from "../../lib/figures.ts";
import { call } from "../../lib/session.ts";
import { Card } from "./card.tsx";

type StorageUsage = ResponseOf<typeof routes.getStorage>;
const BYTES_PER_MB = 1e6;
/** The percentage of used storage from which the bar is shown as a warning. */
const WARNING_THRESHOLD_PCT = 80;

/** Shows the storage of the client, and its delivery in this calendar month. */
export function StorageCard({ clientUuid }: { clientUuid: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["storage", clientUuid],
    queryFn: () => call(routes.getStorage, {}),
  });
  return (
    <Card section="storage">
      {!data && !error && <Skeleton h={80} />}
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {data && <UsageFacts usage={data} />}
    </Card>
  );
}

function UsageFacts({ usage }: { usage: StorageUsage }) {
  const { t, i18n } = useTranslation();
  const { storedBytes, deliveredBytes, deliveredLimitBytes, videoCount } = usage;
  const size = (bytes: number) => translateFigure(formatMegabytes(bytes / BYTES_PER_MB), i18n.language);
  const delivered = size(deliveredBytes);
  return (
    <>
      <FactList
        facts={[
          [
            t("profile.storage.stored"),
            `${size(storedBytes)} · ${t("profile.storage.videos", { count: videoCount })}`,
          ],
          [
            t("profile.storage.delivered"),
            deliveredLimitBytes === null
              ? `${delivered} · ${t("profile.storage.unlimited")}`
              : t("profile.storage.limit", { used: delivered, limit: size(deliveredLimitBytes) }),
          ],
        ]}
      />
      {deliveredLimitBytes !== null && <FreeTier sharePct={(deliveredBytes / deliveredLimitBytes) * 100} />}
    </>
  );
}

function FreeTier({ sharePct }: { sharePct: number }) {
  const { t } = useTranslation();
  const color = sharePct >= 100 ? "red" : sharePct >= WARNING_THRESHOLD_PCT ? "orange" : "sea";
  return (
    <Stack gap="xs">
      <Progress
        value={Math.min(100, sharePct)}
        color={color}
        size="lg"
        aria-label={t("profile.storage.share")}
      />
      {sharePct >= 100 && (
        <Text size="sm" fw={600} c="var(--mantine-color-error)">
          {t("profile.storage.reached")}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t("profile.storage.freeTier")}
      </Text>
    </Stack>
  );
}
