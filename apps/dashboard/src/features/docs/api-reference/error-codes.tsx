import { Code, Table } from "@mantine/core";
import { ERRORS } from "@shoal/contract";
import { useTranslation } from "react-i18next";

/** The HTTP statuses for which the page gives advice. */
const STATUSES_WITH_ADVICE = [
  400, 401, 403, 404, 408, 409, 410, 413, 415, 429, 499, 500, 501, 503, 504, 507,
] as const;
type StatusWithAdvice = (typeof STATUSES_WITH_ADVICE)[number];
const adviceOf = (status: number): StatusWithAdvice =>
  STATUSES_WITH_ADVICE.find((one) => one === status) ?? 500;

/** Lists every error code with which a call can fail. */
export function ErrorCodes() {
  const { t } = useTranslation();
  const rows = Object.entries(ERRORS).sort(
    ([a, one], [b, other]) => one.status - other.status || a.localeCompare(b),
  );
  return (
    <Table.ScrollContainer
      minWidth={520}
      type="native"
      bd="1px solid var(--shoal-line)"
      bdrs="var(--shoal-radius)"
      bg="var(--shoal-surface)"
      tabIndex={0}
      role="region"
      aria-label={t("docs.table")}
    >
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("docs.api.code")}</Table.Th>
            <Table.Th>{t("docs.api.status")}</Table.Th>
            <Table.Th>{t("docs.api.remedy")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([code, { status }]) => (
            <Table.Tr key={code}>
              <Table.Td>
                <Code>{code}</Code>
              </Table.Td>
              <Table.Td>{status}</Table.Td>
              <Table.Td>{t(`docs.api.advice.of${adviceOf(status)}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
