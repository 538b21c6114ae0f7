import { Alert } from "@mantine/core";
import type { FieldError } from "@shoal/contract";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

const SHOWN = 8;
/** What is wrong with the lines of a file of subtitles. */
export function FileFaults({ name, fields }: { name: string; fields: readonly FieldError[] }) {
  const { t } = useTranslation();
  const rest = fields.length - SHOWN;
  return (
    <div role="alert" style={{ display: "contents" }}>
      <Alert
        color="red"
        role="presentation"
        icon={<IconAlertCircle />}
        title={t("captions.uploadFailed", { name })}
      >
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {fields.slice(0, SHOWN).map(({ path, reason }) => {
            const line = /^lines\.(\d+)/.exec(path)?.[1];
            return <li key={`${path} ${reason}`}>{line ? t("captions.line", { line, reason }) : reason}</li>;
          })}
          {rest > 0 && <li>{t("captions.moreLines", { count: rest })}</li>}
        </ul>
      </Alert>
    </div>
  );
}
