import { Anchor, Stack, Text } from "@mantine/core";
import type { StreamingKeyView } from "@shoal/contract";
import { fillTokenSample, STREAMING_TOKEN_SAMPLE } from "@shoal/tokens/streaming-token-sample";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CodeArea } from "../../components/ui/code-area.tsx";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { TokenKeyList } from "./token-key-list.tsx";
import { tokenKeysQuery } from "./token-keys-query.ts";

interface TokenKeysProps {
  clientUuid: string;
  isReadOnly: boolean;
}

/** Edits the keys that verify streaming tokens, for rules that require a token. */
export function TokenKeys({ clientUuid, isReadOnly }: TokenKeysProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" maw={1080}>
      <Panel title={t("configs.tokens.title")} text={t("configs.tokens.text")}>
        <Anchor component={Link} to="/doc/reference/streaming-tokens" size="sm" underline="always">
          {t("configs.tokens.doc")}
        </Anchor>
        {/* The server returns the keys only to managers. */}
        {isReadOnly ? (
          <Text>{t("configs.tokens.managersOnly")}</Text>
        ) : (
          <TokenKeysContent clientUuid={clientUuid} />
        )}
      </Panel>
      {!isReadOnly && <TokenExample clientUuid={clientUuid} />}
    </Stack>
  );
}

function TokenKeysContent({ clientUuid }: { clientUuid: string }) {
  const { data, error, refetch } = useQuery(tokenKeysQuery(clientUuid));
  if (data) return <TokenKeyList clientUuid={clientUuid} keys={data} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return <PageSkeleton blocks={1} />;
}

/** Shows an example with the newest key, because older keys are about to be replaced. */
function TokenExample({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const { data: keys } = useQuery(tokenKeysQuery(clientUuid));
  const key: StreamingKeyView | undefined = keys?.at(-1);
  if (!keys) return null;
  const code = key ? fillTokenSample(key.uuid) : STREAMING_TOKEN_SAMPLE;
  return (
    <Panel
      title={t("configs.tokens.example")}
      text={t(key ? "configs.tokens.exampleText" : "configs.tokens.exampleWithoutKey", { name: key?.name })}
    >
      <CodeArea label={t("configs.tokens.code")} code={code.trimEnd()} rows={11} />
      <div>
        <CopyButton text={code} />
      </div>
    </Panel>
  );
}
