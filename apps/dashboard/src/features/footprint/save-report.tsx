import { Button, Group } from "@mantine/core";
import { type FootprintReport, fillPath, routes } from "@shoal/contract";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fetchFile } from "../../lib/fetch-file.ts";
import { notify } from "../../lib/notify.ts";
import { saveResponse } from "../../lib/save-response.ts";
import type { WhichReport } from "./footprint-queries.ts";

interface SaveReportProps {
  report: FootprintReport;
  which: WhichReport;
}

/** The report as files, under the names that the server gives them. */
export function SaveReport({ report: { month }, which }: SaveReportProps) {
  const { t, i18n } = useTranslation();
  const save = useMutation({
    mutationFn: async (kind: "pdf" | "csv") => {
      const route = kind === "pdf" ? routes.exportFootprintPdf : routes.exportFootprintCsv;
      const query = new URLSearchParams();
      if (which.method) query.set("method", which.method);
      if (which.revision) query.set("revision", String(which.revision));
      if (kind === "pdf") query.set("language", i18n.language.toUpperCase());
      const response = await fetchFile(`${fillPath(route.path, { month })}?${query}`, {});
      await saveResponse(response, `footprint-${month}.${kind}`);
    },
    onError: () => notify.failure({ message: t("footprint.failed") }),
  });
  return (
    <Group gap="sm" align="flex-end">
      {(["pdf", "csv"] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<IconDownload size={18} />}
          title={t(`footprint.${kind}Hint`)}
          loading={save.isPending && save.variables === kind}
          onClick={() => save.mutate(kind)}
        >
          {t(`footprint.${kind}`)}
        </Button>
      ))}
    </Group>
  );
}
