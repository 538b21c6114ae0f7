import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../../components/ui/copy-field.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { streamKeysQuery } from "./delivery-query.ts";

/** The stream keys of a client, hidden from whoever looks over the shoulder. */
export function StreamKeys({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const keys = useQuery(streamKeysQuery(clientUuid));
  return (
    <Panel title={t("clients.keys.title")} text={t("clients.keys.text")}>
      {keys.data?.map(({ uuid, title, streamKey }) => (
        <StreamKey key={uuid ?? "client"} label={title ?? t("clients.keys.own")} value={streamKey} />
      ))}
      {!keys.data && keys.error && <ErrorState error={keys.error} onRetry={keys.refetch} />}
      {!keys.data && !keys.error && <PageSkeleton blocks={0} />}
    </Panel>
  );
}

function StreamKey({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <CopyField
      label={label}
      value={value}
      copied={t("clients.keys.copied")}
      mask={isShown ? undefined : "•".repeat(24)}
    >
      <Button
        variant="default"
        aria-pressed={isShown}
        leftSection={isShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? "clients.keys.hide" : "clients.keys.show")}
      </Button>
    </CopyField>
  );
}
