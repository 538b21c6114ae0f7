import { Button, Select } from "@mantine/core";
import { type FootprintMethodId, type FootprintReport, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Panel } from "../../components/ui/panel.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import classes from "./footprint.module.css";
import { FOOTPRINT_KEY } from "./footprint-queries.ts";
import { methodOf } from "./footprint-text.ts";
import { useMethodOptions } from "./method-choice.tsx";

/** A manager compares: the same month by another method. */
export function MakeBeside({ report: { month, method } }: { report: FootprintReport }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [, setAddress] = useSearchParams();
  const [chosen, setChosen] = useState<FootprintMethodId>();
  const options = useMethodOptions().filter(({ value }) => value !== method.id);
  const mayMake = useCan("manager");
  const make = useMutation({
    mutationFn: (wanted: FootprintMethodId) =>
      call(routes.makeFootprintReport, { params: { month }, body: { method: wanted } }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: FOOTPRINT_KEY });
      notify.success({ message: t("footprint.method.made") });
      setAddress({ method: made.method.id, revision: String(made.revision) });
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  if (!mayMake) return null;
  return (
    <Panel title={t("footprint.method.beside")} text={t("footprint.method.besideHint")}>
      <div className={classes.row}>
        <Select
          label={t("footprint.method.label")}
          data={options}
          value={chosen ?? null}
          w="min(420px, 100%)"
          onChange={(value) => setChosen(methodOf(value))}
        />
        <Button
          disabled={!chosen}
          loading={make.isPending}
          onClick={() => {
            if (chosen) make.mutate(chosen);
          }}
        >
          {t("footprint.method.make")}
        </Button>
      </div>
    </Panel>
  );
}
