import { Alert, Box, Button, Group, NativeSelect, Text } from "@mantine/core";
import {
  type ClientInvoice,
  type ClientInvoicesPage,
  INVOICE_STATES,
  type InvoiceState,
  routes,
} from "@shoal/contract";
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconFileInvoice,
  IconFileTypeCsv,
  IconSearchOff,
} from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState } from "../../components/ui/states.tsx";
import { type Column, DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { formatDay, monthText } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { fetchFile } from "../../lib/fetch-file.ts";
import { eurosText } from "../../lib/money-text.ts";
import { notify } from "../../lib/notify.ts";
import { saveResponse } from "../../lib/save-response.ts";
import { call } from "../../lib/session.ts";
import classes from "./billing.module.css";
import { AdminStateCell, InvoiceNumber } from "./invoice-cells.tsx";
import { InvoiceFiles } from "./invoice-files.tsx";
import { ALL_INVOICES_KEY, openCreditForm, openPaymentForm } from "./invoice-forms.tsx";
import { openSellerForm } from "./seller-form.tsx";

type InvoiceFilter = "state" | "year";
type InvoicesState = ListState<"issuedOn", InvoiceFilter>;

const INVOICE_LIST: ListShape<"issuedOn", InvoiceFilter> = {
  sortFields: ["issuedOn"],
  defaultSort: { issuedOn: -1 },
  filters: ["state", "year"],
};
const MAX_SHOWN_YEARS = 11;

const isInvoiceState = (value: string): value is InvoiceState =>
  INVOICE_STATES.some((state) => state === value);
const isInvoiceYear = (value: string): boolean => /^20\d\d$/.test(value);

function queryParamsOf({ page, pageSize, search, filters: { state, year } }: InvoicesState) {
  const filter = { ...(isInvoiceState(state) ? { state } : {}), ...(isInvoiceYear(year) ? { year } : {}) };
  return { page, pagesize: pageSize, ...(search ? { search } : {}), filter };
}

const invoicesQuery = (state: InvoicesState) =>
  queryOptions({
    queryKey: [...ALL_INVOICES_KEY, state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listClientInvoices, { query: queryParamsOf(state) }, { signal }),
  });

const stateQuery = queryOptions({
  queryKey: [...ALL_INVOICES_KEY, "state"],
  queryFn: ({ signal }) => call(routes.getInvoicingState, {}, { signal }),
});

/** Lists the invoices of all clients, for the operator. */
export function InvoicesPage() {
  const { t } = useTranslation();
  const { state, change, list, search, table } = useListPage(INVOICE_LIST, invoicesQuery);
  const { filters } = state;
  const columns = useInvoiceColumns();
  const thisYear = new Date().getUTCFullYear();
  const years = Array.from({ length: MAX_SHOWN_YEARS }, (_, back) => String(thisYear - back));
  return (
    <>
      <AdminNav />
      <PageHeader
        title={t("invoices.title")}
        note={list.data ? t("invoices.count", { count: list.data._size }) : ""}
      >
        <SearchField {...search} label={t("invoices.search")} clearLabel={t("shared.clearSearch")} />
        <NativeSelect
          aria-label={t("invoices.stateFilter")}
          value={isInvoiceState(filters.state) ? filters.state : ""}
          data={[
            { value: "", label: t("invoices.allStates") },
            ...INVOICE_STATES.map((value) => ({ value, label: t(`invoices.states.${value}`) })),
          ]}
          onChange={({ currentTarget }) => change({ filters: { state: currentTarget.value } })}
        />
        <NativeSelect
          aria-label={t("invoices.year")}
          value={isInvoiceYear(filters.year) ? filters.year : ""}
          data={[{ value: "", label: t("invoices.allYears") }, ...years]}
          onChange={({ currentTarget }) => change({ filters: { year: currentTarget.value } })}
        />
        <Button
          variant="default"
          leftSection={<IconBuildingStore size={17} />}
          onClick={() => void openSellerForm()}
        >
          {t("invoices.seller.open")}
        </Button>
        <SaveInvoices year={isInvoiceYear(filters.year) ? filters.year : ""} />
      </PageHeader>
      <BlockedInvoices />
      {list.data && (
        <Box mb={18} {...staleMark(list.isPlaceholderData)}>
          <InvoiceTotals total={list.data.total} />
        </Box>
      )}
      <DataTable
        {...table}
        caption={t("invoices.title")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={
          state.search || filters.state || filters.year ? (
            <EmptyState
              icon={<IconSearchOff size={34} />}
              title={t("shared.nothingFound")}
              text={t("shared.nothingFoundHint")}
            />
          ) : (
            <EmptyState icon={<IconFileInvoice size={34} />} title={t("invoices.noneAdmin")} />
          )
        }
      />
    </>
  );
}

function SaveInvoices({ year }: { year: string }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async () => {
      const query = year === "" ? "" : `?year=${year}`;
      await saveResponse(await fetchFile(`${routes.exportInvoicesCsv.path}${query}`, {}), "invoices.csv");
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={17} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("invoices.csv")}
    </Button>
  );
}

/** Lists the reasons that block invoices; empty if there are none. */
function BlockedInvoices() {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(stateQuery);
  if (!data || (data.missingOfSeller.length === 0 && data.waiting.length === 0)) return null;
  const fields = (names: readonly string[]) =>
    names.map((name) => t(`invoices.fields.${name as "name"}`)).join(", ");
  return (
    <Alert
      mb={18}
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle />}
      title={t("invoices.waitingTitle")}
    >
      {data.missingOfSeller.length > 0 && (
        <Text size="sm">{t("invoices.sellerMissing", { fields: fields(data.missingOfSeller) })}</Text>
      )}
      {data.waiting.length > 0 && (
        <>
          <Text size="sm">{t("invoices.waitingClients", { count: data.waiting.length })}</Text>
          <ul>
            {data.waiting.map(({ client, months, missing }) => {
              const values = { months: months.map((month) => monthText(month, i18n.language)).join(", ") };
              return (
                <li key={client.uuid}>
                  {client.name}:{" "}
                  {missing.length === 0
                    ? t("invoices.waitingNow", values)
                    : t("invoices.waitingClient", { ...values, fields: fields(missing) })}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Alert>
  );
}

const TOTAL_FIELDS = ["netCents", "vatCents", "grossCents", "openCents"] as const;
const TOTAL_NAMES = { netCents: "net", vatCents: "vat", grossCents: "gross", openCents: "open" } as const;

function InvoiceTotals({ total }: Pick<ClientInvoicesPage, "total">) {
  const { t, i18n } = useTranslation();
  return (
    <dl className={classes.totals}>
      {TOTAL_FIELDS.map((sum) => (
        <div key={sum}>
          <dt>{t(`invoices.${TOTAL_NAMES[sum]}`)}</dt>
          <dd>{eurosText(total[sum], i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}

function useInvoiceColumns(): Column<ClientInvoice, "issuedOn">[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const whole = (text: string) => (
    <Text span inherit className={classes.whole}>
      {text}
    </Text>
  );
  const day = (value: string) => whole(formatDay(value, "UTC"));
  const money = (key: keyof typeof TOTAL_NAMES): Column<ClientInvoice, "issuedOn"> => ({
    key,
    title: t(`invoices.${TOTAL_NAMES[key]}`),
    isEndAligned: true,
    cell: (invoice) => whole(eurosText(invoice[key], language)),
  });
  return [
    { key: "number", title: t("invoices.number"), cell: (invoice) => <InvoiceNumber invoice={invoice} /> },
    { key: "client", title: t("invoices.client"), cell: ({ client }) => <ClientCell client={client} /> },
    {
      key: "month",
      title: t("invoices.month"),
      cell: ({ month }) => (month === null ? "–" : whole(monthText(month, language))),
    },
    { key: "issuedOn", title: t("invoices.issuedOn"), cell: ({ issuedOn }) => day(issuedOn) },
    { key: "dueOn", title: t("invoices.dueOn"), cell: ({ dueOn }) => day(dueOn) },
    money("netCents"),
    money("vatCents"),
    money("grossCents"),
    money("openCents"),
    { key: "state", title: t("invoices.state"), cell: (invoice) => <AdminStateCell invoice={invoice} /> },
    {
      key: "actions",
      title: t("invoices.actions"),
      isTitleHidden: true,
      cell: (invoice) => <InvoiceActions invoice={invoice} />,
    },
  ];
}

function ClientCell({ client: { name, isDeleted } }: Pick<ClientInvoice, "client">) {
  const { t } = useTranslation();
  return (
    <span>
      {name}
      {isDeleted && (
        <Text span display="block" c="dimmed" fz={13}>
          {t("invoices.deleted")}
        </Text>
      )}
    </span>
  );
}

function InvoiceActions({ invoice }: { invoice: ClientInvoice }) {
  const { t } = useTranslation();
  return (
    <Group gap={6}>
      <InvoiceFiles invoice={invoice} isAdministration />
      {invoice.openCents !== 0 && (
        <Button size="compact-sm" onClick={() => void openPaymentForm(invoice)}>
          {t("invoices.pay")}
        </Button>
      )}
      {invoice.creditableCents > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => void openCreditForm(invoice)}>
          {t("invoices.credit")}
        </Button>
      )}
    </Group>
  );
}
