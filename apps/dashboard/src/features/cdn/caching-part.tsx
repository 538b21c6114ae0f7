import { Code, Stack, Table, Text } from "@mantine/core";
import { CACHED_KINDS } from "@shoal/contract";
import { CACHE_ADVICE } from "@shoal/domain/cdn";
import { useTranslation } from "react-i18next";
import { Panel } from "../../components/ui/panel.tsx";
import { useCan } from "../../lib/user.ts";
import { OriginTest } from "./origin-test.tsx";

/** What headers to send with which files, and a test of what an origin sends. */
export function CachingPart() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      {useCan("editor") && <OriginTest />}
      <Panel title={t("cdn.guidance.title")} text={t("cdn.guidance.text")}>
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("cdn.guidance.kind")}</Table.Th>
                <Table.Th>{t("cdn.guidance.send")}</Table.Th>
                <Table.Th>{t("cdn.guidance.why")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {CACHED_KINDS.map((kind) => (
                <Table.Tr key={kind}>
                  <Table.Th scope="row">{t(`cdn.kinds.${kind}`)}</Table.Th>
                  <Table.Td>
                    <Code>Cache-Control: {CACHE_ADVICE[kind].cacheControl}</Code>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="dimmed">
                      {t(`cdn.guidance.because.${kind}`)}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Panel>
    </Stack>
  );
}
