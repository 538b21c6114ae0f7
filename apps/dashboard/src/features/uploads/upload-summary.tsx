import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useUploads } from "./uploads.ts";

/** How far all files together got. */
export function UploadSummary() {
  const { t } = useTranslation();
  const sent = useUploads().filter(({ status }) => status !== "chosen" && status !== "error");
  if (sent.length === 0) return null;
  const totalBytes = sent.reduce((sum, item) => sum + item.sizeBytes, 0);
  const doneBytes = sent.reduce((sum, item) => sum + (item.sizeBytes * item.percent) / 100, 0);
  const done = sent.filter(({ status }) => status === "uploaded").length;
  const percent = Math.floor(totalBytes === 0 ? 0 : (100 * doneBytes) / totalBytes);
  return (
    <Text size="xs" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
      {t("uploads.summary", { done, total: sent.length, percent })}
    </Text>
  );
}
