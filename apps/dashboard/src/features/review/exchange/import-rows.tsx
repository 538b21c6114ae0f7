import { ScrollArea, Table, Text } from "@mantine/core";
import type { CommentImport, CommentImportRow } from "@shoal/contract";
import { useTranslation } from "react-i18next";

const ROW_COLOURS = { new: "var(--shoal-good)", existing: "dimmed", refused: "var(--shoal-bad)" } as const;

/** Lists the comments of a file, each with the result of its import and the reason. */
export function ImportRows({ found }: { found: CommentImport }) {
  const { t } = useTranslation();
  const { newCount, existingCount, refusedCount, rows } = found;
  const hiddenCount = newCount + existingCount + refusedCount - rows.length;
  return (
    <>
      <Text size="sm" role="status">
        {[
          t("exchange.newCount", { count: newCount }),
          t("exchange.existingCount", { count: existingCount }),
          t("exchange.refusedCount", { count: refusedCount }),
        ].join(" · ")}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <Table verticalSpacing={6} aria-label={t("exchange.rows")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("exchange.line")}</Table.Th>
              <Table.Th>{t("exchange.state")}</Table.Th>
              <Table.Th>{t("exchange.comment")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a response never change their order
              <ImportRow key={place} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {hiddenCount > 0 && (
        <Text size="sm" c="dimmed">
          {t("exchange.more", { count: hiddenCount })}
        </Text>
      )}
    </>
  );
}

function ImportRow({ row }: { row: CommentImportRow }) {
  const { t } = useTranslation();
  const { line, state, reason, detail, timecode, author, text } = row;
  const why = reason ? t(`exchange.reasons.${reason}`) : t(`exchange.states.${state}`);
  return (
    <Table.Tr>
      <Table.Td>{line ?? ""}</Table.Td>
      <Table.Td>
        <Text size="sm" c={ROW_COLOURS[state]}>
          {detail ? `${why} (${detail})` : why}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {(timecode || author) && (
          <Text size="xs" c="dimmed">
            {[timecode, author].filter(Boolean).join(" · ")}
          </Text>
        )}
        <Text size="sm" lineClamp={2}>
          {text}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
