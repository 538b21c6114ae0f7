import { CloseButton, Stack, Text } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./files.module.css";
import { sizeText } from "./size-text.ts";
import type { ChosenFiles } from "./use-chosen-files.ts";

/** Lists the files that will be sent with a message or comment. */
export function ChosenList({ chosen: { kept, remove } }: { chosen: Pick<ChosenFiles, "kept" | "remove"> }) {
  const { t } = useTranslation();
  if (kept.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t("attachments.chosen")}>
      {kept.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <li key={index} className={classes.file}>
          <IconFile size={16} aria-hidden />
          <span className={classes.name}>{file.name}</span>
          <Text span size="xs" c="dimmed">
            {sizeText(file.size)}
          </Text>
          <CloseButton
            size="sm"
            aria-label={t("attachments.remove", { name: file.name })}
            onClick={() => remove(file)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Explains for each rejected file why it was not accepted. */
export function FileRefusals({ refused, limits }: Pick<ChosenFiles, "refused" | "limits">) {
  const { t } = useTranslation();
  const values = { size: sizeText(limits.maxBytes), count: limits.maxCount };
  return (
    <div role="alert">
      {refused.length > 0 && (
        <Stack gap={2}>
          {refused.map(({ name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <Text key={index} size="xs" c="var(--shoal-bad)" className={classes.name}>
              {t(`attachments.refusals.${reason}`, { name, ...values })}
            </Text>
          ))}
        </Stack>
      )}
    </div>
  );
}
