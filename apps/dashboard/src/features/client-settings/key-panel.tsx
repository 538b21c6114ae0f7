import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import type { ConfigView } from "@shoal/contract";
import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CodeArea } from "../../components/ui/code-area.tsx";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { CopyField } from "../../components/ui/copy-field.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { pluginLines } from "./plugin-lines.ts";
import { openRenewalForm } from "./renew-key.tsx";
import { useConfigActions } from "./use-config-actions.ts";

/** Shows the key of a config, the lines of code that use it, and a button to renew it. */
export function KeyPanel({ config, isReadOnly }: { config: ConfigView; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const { isRevoked, key, oldKey, edgeUrl } = config;
  const lines = pluginLines({ edgeUrl, key });
  return (
    <Panel title={t("configs.key")} text={t("configs.keyText")}>
      {isRevoked && <Alert color="red">{t("configs.revokedText")}</Alert>}
      <CopyField label={t("configs.key")} value={key} copied={t("configs.keyCopied")} />
      {oldKey && !isRevoked && (
        <Alert
          color="orange"
          icon={<IconKey />}
          title={t("configs.graceUntil", { date: formatDateTime(oldKey.endsAt) })}
        >
          <Text size="sm">{t("configs.graceText")}</Text>
          <code style={{ overflowWrap: "anywhere" }}>{oldKey.key}</code>
        </Alert>
      )}
      <CodeArea label={t("configs.lines")} code={lines} />
      <Group gap="sm">
        <CopyButton text={lines} />
        {!isReadOnly && <KeyActions config={config} />}
        {!isRevoked && (
          <Anchor component={Link} to={`/samples/${key}`} size="sm">
            {t("configs.samples")}
          </Anchor>
        )}
      </Group>
    </Panel>
  );
}

function KeyActions({ config }: { config: ConfigView }) {
  const { t } = useTranslation();
  const { confirmRevoke, confirmRestore } = useConfigActions(config);
  return (
    <>
      <Button variant="default" onClick={() => openRenewalForm(config)}>
        {t("configs.renew")}
      </Button>
      {config.isRevoked ? (
        <Button variant="default" onClick={confirmRestore}>
          {t("configs.restore")}
        </Button>
      ) : (
        <Button variant="default" onClick={confirmRevoke}>
          {t("configs.revoke")}
        </Button>
      )}
    </>
  );
}
