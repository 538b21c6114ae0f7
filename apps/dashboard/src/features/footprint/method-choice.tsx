import { Anchor, Select } from "@mantine/core";
import { FOOTPRINT_METHODS, type FootprintMethodId, type FootprintMonths, routes } from "@shoal/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Panel } from "../../components/ui/panel.tsx";
import { monthText } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import classes from "./footprint.module.css";
import { FOOTPRINT_KEY, methodsQuery } from "./footprint-queries.ts";
import { methodOf } from "./footprint-text.ts";

/** Returns the methods as options of a list, by title once the texts are loaded. */
export function useMethodOptions(): { value: FootprintMethodId; label: string }[] {
  const { data } = useQuery(methodsQuery);
  return FOOTPRINT_METHODS.map((id) => {
    const method = data?.find((each) => each.id === id);
    return { value: id, label: method ? `${method.title} (${id})` : id };
  });
}

/** Selects the method for future months, which a manager can change. */
export function MethodChoice({ months: { method, running } }: { months: FootprintMonths }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const options = useMethodOptions();
  const mayChoose = useCan("manager");
  const change = useMutation({
    mutationFn: (wanted: FootprintMethodId) =>
      call(routes.chooseFootprintMethod, { body: { method: wanted } }),
    onSuccess: () => notify.success({ message: t("footprint.method.changed") }),
    onError: (error) => notify.failure({ message: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: FOOTPRINT_KEY }),
  });
  return (
    <Panel
      title={t("footprint.method.panel")}
      text={t("footprint.method.hint", { month: monthText(running, i18n.language) })}
    >
      <div className={classes.row}>
        <Select
          label={t("footprint.method.label")}
          data={options}
          value={change.isPending ? change.variables : method}
          allowDeselect={false}
          disabled={!mayChoose || change.isPending}
          w="min(420px, 100%)"
          onChange={(value) => {
            const wanted = methodOf(value);
            if (wanted && wanted !== method) change.mutate(wanted);
          }}
        />
        <Anchor component={Link} to={`/footprint/methods/${method}`} size="sm">
          {t("footprint.method.explain")}
        </Anchor>
      </div>
    </Panel>
  );
}
