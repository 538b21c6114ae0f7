import { Button, Group } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconFileTypePdf, IconFileTypeXml } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { fetchFile } from "../../lib/fetch-file.ts";
import { notify } from "../../lib/notify.ts";
import { saveResponse } from "../../lib/save-response.ts";

interface InvoiceFilesProps {
  invoice: { uuid: string; number: string };
  /** Whether an administrator requests the files. Administrators can download the files of every client. */
  isAdministration?: boolean;
}

const OWN_PATHS = { pdf: routes.downloadInvoicePdf.path, xml: routes.downloadInvoiceXml.path };
const CLIENT_PATHS = { pdf: routes.downloadClientInvoicePdf.path, xml: routes.downloadClientInvoiceXml.path };

/** Downloads the files of an invoice under the names given by the server. */
export function InvoiceFiles({ invoice: { uuid, number }, isAdministration = false }: InvoiceFilesProps) {
  const { t } = useTranslation();
  const paths = isAdministration ? CLIENT_PATHS : OWN_PATHS;
  const save = useMutation({
    mutationFn: async (kind: "pdf" | "xml") => {
      const response = await fetchFile(paths[kind].replace("{id}", uuid), {});
      await saveResponse(response, `${number}.${kind}`);
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Group gap={6} wrap="nowrap">
      {(["pdf", "xml"] as const).map((kind) => (
        <Button
          key={kind}
          size="compact-sm"
          variant="default"
          leftSection={kind === "pdf" ? <IconFileTypePdf size={16} /> : <IconFileTypeXml size={16} />}
          aria-label={t(`invoices.${kind}Of`, { number })}
          loading={save.isPending && save.variables === kind}
          onClick={() => save.mutate(kind)}
        >
          {t(`invoices.${kind}`)}
        </Button>
      ))}
    </Group>
  );
}
