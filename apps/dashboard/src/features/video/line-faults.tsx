import { Box } from "@mantine/core";
import type { FieldError } from "@shoal/contract";
import { useTranslation } from "react-i18next";

const SHOWN = 10;
/** What is wrong with the lines of a file. */
export function LineFaults({ fields }: { fields: readonly FieldError[] }) {
  const { t } = useTranslation();
  const rest = fields.length - SHOWN;
  return (
    <Box component="ul" m={0} mt={6} pl={18}>
      {fields.slice(0, SHOWN).map(({ path, reason }) => {
        const line = /^lines\.(\d+)/.exec(path)?.[1];
        return (
          <li key={`${path} ${reason}`}>{line ? t("videoPage.chapters.line", { line, reason }) : reason}</li>
        );
      })}
      {rest > 0 && <li>{t("videoPage.chapters.more", { count: rest })}</li>}
    </Box>
  );
}
