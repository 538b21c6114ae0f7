import { Anchor, Box, Select, Text } from "@mantine/core";
import type { FootprintConstant, FootprintMethod } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import classes from "./footprint.module.css";
import { methodsQuery } from "./footprint-queries.ts";
import { methodOf, numberText } from "./footprint-text.ts";
import { useMethodOptions } from "./method-choice.tsx";

/** Explains the scope of a method, its gaps, and the sources of its constants. */
export function MethodPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const options = useMethodOptions();
  const id = methodOf(useParams().method) ?? "shoal-2026";
  const methods = useQuery(methodsQuery);
  const method = methods.data?.find((each) => each.id === id);
  return (
    <>
      <PageHeader title={t("footprint.methods.title")}>
        <Select
          aria-label={t("footprint.methods.choose")}
          data={options}
          value={id}
          allowDeselect={false}
          w="min(420px, 100%)"
          onChange={(value) => value && navigate(`/footprint/methods/${value}`)}
        />
        <Anchor component={Link} to="/footprint" size="sm">
          {t("footprint.back")}
        </Anchor>
      </PageHeader>
      {method ? (
        <MethodContent method={method} />
      ) : methods.error ? (
        <ErrorState error={methods.error} onRetry={methods.refetch} />
      ) : (
        <PageSkeleton blocks={2} />
      )}
    </>
  );
}

function MethodContent({ method }: { method: FootprintMethod }) {
  const { t } = useTranslation();
  const { id, title, publisher, year, version, url, constants } = method;
  return (
    <div className={classes.page}>
      <Panel title={title} text={t("footprint.methods.published", { publisher, year, version })}>
        <Text maw={760}>{t(`footprint.methods.text.${id}`)}</Text>
        <Text maw={760}>{t("footprint.methods.grid")}</Text>
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          {t("footprint.methods.source")}
        </Anchor>
      </Panel>
      <Panel title={t("footprint.methods.constants")} text={t("footprint.methods.constantsHint")}>
        <ConstantTable constants={constants} />
      </Panel>
    </div>
  );
}

function ConstantTable({ constants }: { constants: readonly FootprintConstant[] }) {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      style={{ overflowX: "auto" }}
      tabIndex={0}
      aria-label={t("footprint.methods.constants")}
    >
      <StackedTable className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("footprint.methods.constant")}</th>
            <th scope="col">{t("footprint.methods.low")}</th>
            <th scope="col">{t("footprint.methods.central")}</th>
            <th scope="col">{t("footprint.methods.high")}</th>
            <th scope="col" data-text="true">
              {t("footprint.methods.unit")}
            </th>
            <th scope="col" data-text="true">
              {t("footprint.methods.sourceColumn")}
            </th>
          </tr>
        </thead>
        <tbody>
          {constants.map((constant) => (
            <ConstantRow key={constant.id} constant={constant} />
          ))}
        </tbody>
      </StackedTable>
    </Box>
  );
}

function ConstantRow({ constant }: { constant: FootprintConstant }) {
  const { t, i18n } = useTranslation();
  const { id, low, central, high, unit, source, url, known } = constant;
  return (
    <tr>
      <th scope="row">{id}</th>
      <td data-title={t("footprint.methods.low")}>{numberText(low, i18n.language)}</td>
      <td data-title={t("footprint.methods.central")}>{numberText(central, i18n.language)}</td>
      <td data-title={t("footprint.methods.high")}>{numberText(high, i18n.language)}</td>
      <td data-title={t("footprint.methods.unit")} data-text="true">
        {unit}
      </td>
      <td data-text="true">
        {url ? (
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            {source}
          </Anchor>
        ) : (
          source
        )}
        <small>{t(`footprint.methods.known.${known}`)}</small>
      </td>
    </tr>
  );
}
