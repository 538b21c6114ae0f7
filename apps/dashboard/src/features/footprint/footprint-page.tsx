import { useParams } from "react-router";
import { MonthsView } from "./months-view.tsx";
import { ReportView } from "./report-view.tsx";

/** What watching took of energy, carbon and water: all months, or one of them. */
export function FootprintPage() {
  const { month } = useParams();
  return month ? <ReportView key={month} month={month} /> : <MonthsView />;
}
