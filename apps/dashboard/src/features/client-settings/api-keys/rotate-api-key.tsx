import { type ApiKeyView, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { call } from "../../../lib/session.ts";
import { OverlapForm } from "../overlap-form.tsx";
import { openApiKeyDialog } from "./api-key-secret.tsx";
import { apiKeysKey } from "./api-keys-query.ts";

/** How long the current secret can stay valid, in seconds. */
const OVERLAPS_SEC = { now: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
type Overlap = keyof typeof OVERLAPS_SEC;
const OVERLAP_NAMES = Object.keys(OVERLAPS_SEC) as Overlap[];

interface RotationProps {
  clientUuid: string;
  apiKey: Pick<ApiKeyView, "uuid" | "description" | "oldSecretUntil">;
}

/** Asks how long the current secret of a key stays valid, and rotates it. The new secret is shown once. */
export function openRotationForm(props: RotationProps): void {
  const closing = openDialog({
    title: i18next.t("apiKeys.rotateTitle", { name: props.apiKey.description }),
    children: <RotationForm {...props} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function RotationForm({ clientUuid, apiKey, onEnd }: RotationProps & { onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: (chosen: Overlap) =>
      call(routes.rotateApiKey, {
        params: { id: clientUuid, key: apiKey.uuid },
        body: { overlapSec: OVERLAPS_SEC[chosen] },
      }),
    async onSuccess(key) {
      onEnd();
      openApiKeyDialog(key);
      await queries.invalidateQueries({ queryKey: apiKeysKey(clientUuid) });
    },
  });
  return (
    <OverlapForm
      texts={[t("apiKeys.rotateText"), ...(apiKey.oldSecretUntil ? [t("apiKeys.rotateEndsOlder")] : [])]}
      label={t("apiKeys.overlap")}
      choices={
        Object.fromEntries(OVERLAP_NAMES.map((name) => [name, t(`apiKeys.overlaps.${name}`)])) as Record<
          Overlap,
          string
        >
      }
      initial="day"
      confirm={t("apiKeys.rotateConfirm")}
      renewal={rotate}
      onCancel={onEnd}
    />
  );
}
