import { Anchor, Button, Group } from "@mantine/core";
import type { OutroFigures, OutroView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { numberFormat } from "../../lib/figures.ts";
import { useMayModify } from "../../lib/user.ts";
import { useOutroRemoval } from "./use-outro-removal.tsx";

const FIGURE_COLUMNS = ["shown", "buttonClicks", "subtextClicks"] as const satisfies (keyof OutroFigures)[];

/** Returns the columns of the list: the outro, the videos that use it, viewers' reactions, and the actions. */
export function useOutroColumns(): Column<OutroView, never>[] {
  const { t, i18n } = useTranslation();
  const number = numberFormat(i18n.language);
  return [
    { key: "title", title: t("outros.heading"), cell: (outro) => <TitleLink outro={outro} /> },
    {
      key: "videos",
      title: t("outros.videos"),
      isEndAligned: true,
      cell: ({ videoCount }) => number.format(videoCount),
    },
    ...FIGURE_COLUMNS.map((name) => ({
      key: name,
      title: t(`outros.${name}`),
      isEndAligned: true,
      cell: ({ figures }: OutroView) => (figures ? number.format(figures[name]) : t("outros.unknown")),
    })),
    {
      key: "rate",
      title: t("outros.rate"),
      isEndAligned: true,
      cell: ({ figures }) => clickRateOf(figures, i18n.language) ?? t("outros.unknown"),
    },
    {
      key: "modifiedAt",
      title: t("outros.modifiedAt"),
      cell: ({ modifiedAt }) => formatDateTime(modifiedAt),
    },
    {
      key: "actions",
      title: t("outros.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (outro) => <OutroActions outro={outro} />,
    },
  ];
}

/** Returns the number of clicks per display of an outro, formatted; undefined for an outro that was never shown. */
export function clickRateOf(figures: OutroFigures | null, language: string): string | undefined {
  if (!figures || figures.shown === 0) return undefined;
  const rate = (figures.buttonClicks + figures.subtextClicks) / figures.shown;
  return numberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(rate);
}

function TitleLink({ outro: { id, title } }: { outro: OutroView }) {
  return (
    <Anchor component={Link} to={`/outros/${id}`} fw={600} style={{ overflowWrap: "anywhere" }}>
      {title}
    </Anchor>
  );
}

function OutroActions({ outro }: { outro: OutroView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const confirmRemove = useOutroRemoval(outro);
  if (!mayModify) return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`/outros/${outro.id}`}
        aria-label={t("outros.edit", { title: outro.title })}
      >
        {t("outros.editShort")}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={t("outros.removeNamed", { title: outro.title })}
        onClick={confirmRemove}
      >
        {t("outros.remove")}
      </Button>
    </Group>
  );
}
