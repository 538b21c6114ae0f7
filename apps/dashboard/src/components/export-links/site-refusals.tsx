import { Alert, List, Text } from "@mantine/core";
import type { ExportLinkView } from "@shoal/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { refusalText } from "./refusal-text.ts";

/** Lists the sites of a link on which the video's rules block it. */
export function SiteRefusals({ link }: { link: Pick<ExportLinkView, "siteRefusals"> }) {
  const { t } = useTranslation();
  const { siteRefusals = [] } = link;
  if (siteRefusals.length === 0) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t("exportLinks.refusals.title", { count: siteRefusals.length })}
    >
      <List size="sm" spacing={4} style={{ overflowWrap: "anywhere" }}>
        {siteRefusals.map((refusal) => (
          <List.Item key={refusal.site}>{refusalText(refusal)}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t("exportLinks.refusals.hint")}
      </Text>
    </Alert>
  );
}
