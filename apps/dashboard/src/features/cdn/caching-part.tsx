import { Code, Stack, Text } from "@mantine/core";
import { CACHED_KINDS } from "@shoal/contract";
import { CACHE_ADVICE } from "@shoal/domain/cdn";
import { useTranslation } from "react-i18next";
import { Panel } from "../../components/ui/panel.tsx";
import { useCan } from "../../lib/user.ts";
import classes from "./cdn.module.css";
import { OriginTest } from "./origin-test.tsx";

/** Shows the recommended headers by file type, and tests an origin. */
export function CachingPart() {
  const { t } = useTranslation();
  const isEditor = useCan("editor");
  return (
    <Stack gap="lg">
      {isEditor && <OriginTest />}
      <Panel title={t("cdn.guidance.title")} text={t("cdn.guidance.text")}>
        <ul className={classes.guidance}>
          {CACHED_KINDS.map((kind) => (
            <li key={kind} className={classes.kind}>
              <Text span size="sm" fw={600}>
                {t(`cdn.kinds.${kind}`)}
              </Text>
              <span>
                <Code>Cache-Control: {CACHE_ADVICE[kind].cacheControl}</Code>
              </span>
              <Text span size="sm" c="dimmed">
                {t(`cdn.guidance.because.${kind}`)}
              </Text>
            </li>
          ))}
        </ul>
      </Panel>
    </Stack>
  );
}
