import { Loader, Select, SimpleGrid, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { routes, type VideoRulesView } from "@shoal/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isEditConflict } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import { FormFault } from "../ui/form/form-fault.tsx";
import { PartFailure } from "../ui/part-failure.tsx";
import { RULES_KEY } from "./rules-query.ts";

const MAX_OPTIONS = 20;
const DEBOUNCE_MS = 300;
type LinkKind = "collection" | "config";
type LinkedObject = { uuid: string; name: string } | null;

interface RuleLinksProps {
  videoUuid: string;
  isReadOnly: boolean;
}

/** Selects the collection and the config from which a video inherits rules. A change takes effect immediately. */
export function RuleLinks({ videoUuid, isReadOnly }: RuleLinksProps) {
  const { t } = useTranslation();
  const params = { id: videoUuid };
  const rules = useQuery({
    queryKey: [RULES_KEY, "links", videoUuid],
    queryFn: () => call(routes.getVideoRules, { params }),
  });
  const change = useLinkChange(videoUuid);
  if (!rules.data && rules.error) return <PartFailure error={rules.error} onRetry={rules.refetch} />;
  if (!rules.data) return <Skeleton h={60} radius="md" />;
  const view = rules.data;
  const wishFor = (kind: LinkKind) => (uuid: string | null) => {
    const run = () => change.mutateAsync({ view, kind, uuid });
    if (kind === "collection" && view.collection) confirmLeave(view.collection.name, run);
    // The rejection is ignored, because the error of the mutation is shown below.
    else run().catch(() => undefined);
  };
  function confirmLeave(name: string, run: () => Promise<unknown>): void {
    askConfirmation({
      title: t("deliveryRules.summary.leaveTitle", { name }),
      text: t("deliveryRules.summary.leaveText"),
      confirm: t("deliveryRules.summary.leave"),
      run,
    });
  }
  return (
    <div>
      <FormFault fault={faultOf(change.error)} title={t("deliveryRules.summary.failed")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(["collection", "config"] as const).map((kind) => (
          <LinkSelect
            key={kind}
            kind={kind}
            linked={view[kind]}
            isReadOnly={isReadOnly || change.isPending}
            onChoose={wishFor(kind)}
          />
        ))}
      </SimpleGrid>
    </div>
  );
  function faultOf(error: unknown): string | undefined {
    if (!error) return undefined;
    return isEditConflict(error) ? t("deliveryRules.summary.conflict") : errorText(error);
  }
}

function useLinkChange(videoUuid: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ view, kind, uuid }: { view: VideoRulesView; kind: LinkKind; uuid: string | null }) =>
      call(routes.updateVideoRules, {
        params: { id: videoUuid },
        body: { revision: view.revision, [kind]: uuid },
      }),
    onSuccess: (_, { view, kind }) => {
      const hasLeft = kind === "collection" && view.collection !== null;
      notify.success({ message: t(`deliveryRules.summary.${hasLeft ? "left" : "chosen"}`) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [RULES_KEY] }),
  });
}

interface LinkSelectProps {
  kind: LinkKind;
  linked: LinkedObject;
  isReadOnly: boolean;
  onChoose: (uuid: string | null) => void;
}

function LinkSelect({ kind, linked, isReadOnly, onChoose }: LinkSelectProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const found = useQuery({
    queryKey: [RULES_KEY, "offered", kind, wanted],
    placeholderData: keepPreviousData,
    enabled: !isReadOnly,
    queryFn: async (): Promise<NonNullable<LinkedObject>[]> => {
      const query = {
        pagesize: MAX_OPTIONS,
        ...(wanted && wanted !== linked?.name ? { search: wanted } : {}),
      };
      const page =
        kind === "collection"
          ? await call(routes.listCollections, { query })
          : await call(routes.listConfigs, { query });
      return page._embedded;
    },
  });
  const offered = found.data?.map(({ uuid, name }) => ({ value: uuid, label: name })) ?? [];
  const isOffered = offered.some(({ value }) => value === linked?.uuid);
  return (
    <Select
      label={t(`deliveryRules.summary.${kind}`)}
      placeholder={t(
        kind === "collection" ? "deliveryRules.summary.noCollection" : "deliveryRules.summary.noConfig",
      )}
      searchable
      clearable={!isReadOnly}
      readOnly={isReadOnly}
      clearButtonProps={{
        "aria-label": t(`deliveryRules.summary.${kind === "collection" ? "noCollection" : "noConfig"}`),
      }}
      nothingFoundMessage={found.isFetching ? <Loader size="xs" /> : t("shared.nothingFound")}
      data={linked && !isOffered ? [{ value: linked.uuid, label: linked.name }, ...offered] : offered}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      value={linked?.uuid ?? null}
      onChange={onChoose}
    />
  );
}
