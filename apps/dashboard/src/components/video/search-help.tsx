import { Stack, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { HelpPopover } from "../ui/help-popover.tsx";
import classes from "./search-help.module.css";

export type SearchExample = "title" | "tags" | "status" | "id" | "description" | "combined";

interface SearchHelpProps {
  /** The search keywords that this list supports. */
  examples: readonly SearchExample[];
  onSearch: (search: string) => void;
}

/** Explains the keywords of a search (§5), each with an example to click. */
export function SearchHelp({ examples, onSearch }: SearchHelpProps) {
  const { t } = useTranslation();
  return (
    <HelpPopover label={t("searchHelp.label")} title={t("searchHelp.title")}>
      <Text size="sm">{t("searchHelp.intro")}</Text>
      <Stack component="dl" gap="xs" mt={10} mb={10}>
        {examples.map((key) => {
          const example = t(`searchHelp.examples.${key}`);
          return (
            <div key={key} className={classes.example}>
              <dt>
                <UnstyledButton
                  className={classes.code}
                  aria-label={t("searchHelp.tryIt", { example })}
                  onClick={() => onSearch(example)}
                >
                  {example}
                </UnstyledButton>
              </dt>
              <dd>{t(`searchHelp.means.${key}`)}</dd>
            </div>
          );
        })}
      </Stack>
      <Text size="sm" c="dimmed">
        {t("searchHelp.combine")}
      </Text>
    </HelpPopover>
  );
}
