import { useParams } from "react-router";
import { MonthsView } from "./months-view.tsx";
import { ReportView } from "./report-view.tsx";

/** Shows the energy, carbon and water of viewing: all months, or a single one. */
export function FootprintPage() {
  const { month } = useParams();
  return month ? <ReportView key={month} month={month} /> : <MonthsView />;
}
