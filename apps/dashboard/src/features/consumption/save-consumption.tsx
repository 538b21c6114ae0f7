import { Button } from "@mantine/core";
import { fileNameOf } from "@shoal/domain";
import { writeCsv } from "@shoal/domain/csv";
import { IconFileTypeCsv } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { saveText } from "../../components/analytics/files/save-file.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { type ConsumptionState, readAllConsumption } from "./consumption-query.ts";

const FIGURES = [
  "watchedSec",
  "views",
  "serverBytes",
  "peerBytes",
  "deliveredBytes",
  "forecastBytes",
] as const;

/** Saves every row that matches, not the page alone. */
export function SaveConsumption({ state, month }: { state: ConsumptionState; month: string }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: () => readAllConsumption(state),
    onSuccess(rows) {
      const lines = rows.map(({ client, ...row }) => [
        month,
        client.uuid,
        client.clientname,
        ...FIGURES.map((figure) => row[figure]),
      ]);
      const text = writeCsv(["month", "client", "clientname", ...FIGURES], lines);
      saveText(text, `${fileNameOf(`${t("consumption.title")} ${month}`)}.csv`);
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={17} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("consumption.save")}
    </Button>
  );
}
