import { Alert, Anchor } from "@mantine/core";
import type { InvoiceView } from "@shoal/contract";
import { routes } from "@shoal/contract";
import { IconFileInvoice } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { Pager, type PageState } from "../../components/ui/pager.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { useExistingPage } from "../../components/ui/table/use-list-address.ts";
import { formatDay, monthText } from "../../lib/dates.ts";
import { eurosText } from "../../lib/money-text.ts";
import { call } from "../../lib/session.ts";
import classes from "./billing.module.css";
import { InvoiceNumber, InvoiceStateCell } from "./invoice-cells.tsx";
import { InvoiceFiles } from "./invoice-files.tsx";
import { PhoneFold } from "./phone-fold.tsx";

const FIRST_PAGE: PageState = { page: 1, pageSize: 12 };
/** The number of invoices that phones show before the list is expanded. */
const FOLDED_INVOICES = 3;

const invoicesQuery = ({ page, pageSize }: PageState) =>
  queryOptions({
    queryKey: ["billing", "invoices", page, pageSize],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listInvoices, { query: { page, pagesize: pageSize } }, { signal }),
  });

/**
 * Lists the client's invoices and credit notes with their files. This section of the billing page does not depend on the selected month.
 */
export function InvoicesPart() {
  const { t } = useTranslation();
  const [place, setPlace] = useState(FIRST_PAGE);
  const list = useQuery(invoicesQuery(place));
  const { data, error, refetch, isPlaceholderData } = list;
  useExistingPage(list, place, (change) => setPlace({ ...place, ...change }));
  return (
    <Panel id="invoices" title={t("invoices.own")} text={t("invoices.ownText")}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton blocks={1} />)}
      {data?._size === 0 && (
        <EmptyState
          icon={<IconFileInvoice size={34} />}
          title={t("invoices.none")}
          text={t("invoices.noneText")}
        />
      )}
      {data && data._size > 0 && (
        <div {...staleMark(isPlaceholderData)}>
          <RefusedPayment invoices={data._embedded} />
          <PhoneFold label={t("billing.allInvoices", { total: data._embedded.length })}>
            <InvoiceTable invoices={data._embedded} />
          </PhoneFold>
          {data._size > FIRST_PAGE.pageSize && (
            <Pager
              isPart
              {...place}
              size={data._size}
              onChange={(change) => setPlace({ ...place, ...change })}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

/** Shows only the latest of several refused payments, because all of them concern the same card. */
function RefusedPayment({ invoices }: { invoices: readonly InvoiceView[] }) {
  const { t } = useTranslation();
  const refused = invoices.find(({ charge }) => charge?.state === "failed");
  if (!refused) return null;
  return (
    <Alert color="red" mb="md" title={t("invoices.refusedTitle", { number: refused.number })}>
      {t("invoices.refusedText")}{" "}
      <Anchor component={Link} to="/profil?section=documents" inherit c="inherit" underline="always">
        {t("invoices.refusedLink")}
      </Anchor>
    </Alert>
  );
}

function InvoiceTable({ invoices }: { invoices: readonly InvoiceView[] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <StackedTable className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("invoices.number")}</th>
          <th scope="col">{t("invoices.month")}</th>
          <th scope="col">{t("invoices.issuedOn")}</th>
          <th scope="col">{t("invoices.dueOn")}</th>
          <th scope="col">{t("invoices.gross")}</th>
          <th scope="col">{t("invoices.open")}</th>
          <th scope="col">{t("invoices.state")}</th>
          <th scope="col">{t("invoices.files")}</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice, index) => (
          <tr key={invoice.uuid} data-folded={index >= FOLDED_INVOICES}>
            <th scope="row">
              <InvoiceNumber invoice={invoice} />
            </th>
            <td data-title={t("invoices.month")}>
              {invoice.month === null ? "–" : monthText(invoice.month, language)}
            </td>
            <td data-title={t("invoices.issuedOn")}>{formatDay(invoice.issuedOn, "UTC")}</td>
            <td data-title={t("invoices.dueOn")}>{formatDay(invoice.dueOn, "UTC")}</td>
            <td data-title={t("invoices.gross")} data-main>
              {eurosText(invoice.grossCents, language)}
            </td>
            <td data-title={t("invoices.open")}>{eurosText(invoice.openCents, language)}</td>
            <td data-title={t("invoices.state")} data-plain>
              <InvoiceStateCell invoice={invoice} />
            </td>
            <td data-title={t("invoices.files")} data-plain>
              <InvoiceFiles invoice={invoice} />
            </td>
          </tr>
        ))}
      </tbody>
    </StackedTable>
  );
}
