import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { type ApiKeyView, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { openApiKey } from "./api-key-secret.tsx";
import { apiKeysKey } from "./api-keys-query.ts";

/** How long the present secret may work on, in seconds. */
const OVERLAPS = { now: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
type Overlap = keyof typeof OVERLAPS;
const NAMES = Object.keys(OVERLAPS) as Overlap[];

interface RotationProps {
  clientUuid: string;
  apiKey: Pick<ApiKeyView, "uuid" | "description" | "oldSecretUntil">;
}

/** Asks how long the present secret of a key works on, and gives it another, which is shown once. */
export function openRotation(props: RotationProps): void {
  const closing = openDialog({
    title: i18next.t("apiKeys.rotateTitle", { name: props.apiKey.description }),
    children: <Rotation {...props} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told when it could not be fetched.
  closing.catch(() => undefined);
}

function Rotation({ clientUuid, apiKey, onEnd }: RotationProps & { onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("day");
  const rotate = useMutation({
    mutationFn: () =>
      call(routes.rotateApiKey, {
        params: { id: clientUuid, key: apiKey.uuid },
        body: { overlapSec: OVERLAPS[overlap] },
      }),
    async onSuccess(key) {
      onEnd();
      openApiKey(key);
      await queries.invalidateQueries({ queryKey: apiKeysKey(clientUuid) });
    },
  });
  return (
    <Stack>
      <Text size="sm">{t("apiKeys.rotateText")}</Text>
      {apiKey.oldSecretUntil && <Text size="sm">{t("apiKeys.rotateEndsOlder")}</Text>}
      <FormFault fault={rotate.error ? errorText(rotate.error) : undefined} />
      <Radio.Group
        label={t("apiKeys.overlap")}
        value={overlap}
        onChange={(chosen) => setOverlap(chosen as Overlap)}
      >
        <Stack gap="xs" mt="xs">
          {NAMES.map((each) => (
            <Radio key={each} value={each} label={t(`apiKeys.overlaps.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {t("apiKeys.rotateConfirm")}
        </Button>
      </Group>
    </Stack>
  );
}
