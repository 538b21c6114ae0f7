import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { routes } from "@shoal/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/session.ts";
import { noneFoundMessage } from "../ui/form/none-found.tsx";

const MAX_OPTIONS = 50;
const DEBOUNCE_MS = 300;

interface ClientSelectProps extends Omit<SelectProps, "data" | "value" | "onChange"> {
  /** The uuid of the selected client; "" if none is selected. */
  value?: string;
  onChange?: (uuid: string) => void;
}

/** Selects one of all clients by name, for administrators. */
export function ClientSelect({ value = "", onChange, ...props }: ClientSelectProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const chosen = useChosenClient(value);
  // The field contains the name of the selected client, which must not filter the list.
  const found = useClients(wanted === chosen?.label ? "" : wanted);
  const clients = found.data ?? [];
  const isListed = !chosen || clients.some((client) => client.value === chosen.value);
  return (
    <Select
      searchable
      clearable
      data={isListed ? clients : [chosen, ...clients]}
      filter={({ options }) => options}
      value={value || null}
      onChange={(uuid) => onChange?.(uuid ?? "")}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={noneFoundMessage(found, t("users.noClient"))}
      maxDropdownHeight={280}
      {...props}
    />
  );
}

const optionOf = ({ uuid, clientname }: { uuid: string; clientname: string }) => ({
  value: uuid,
  label: clientname,
});

function useClients(search: string) {
  return useQuery({
    queryKey: ["clients", "offered", search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = {
        pagesize: MAX_OPTIONS,
        sort: { clientname: 1 as const },
        ...(search ? { search } : {}),
      };
      return (await call(routes.listClients, { query }, { signal }))._embedded.map(optionOf);
    },
  });
}

function useChosenClient(uuid: string) {
  const client = useQuery({ ...clientQuery(uuid), enabled: uuid !== "" });
  return client.data && optionOf(client.data);
}

export const clientQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["clients", "one", uuid],
    queryFn: ({ signal }) => call(routes.getClient, { params: { id: uuid } }, { signal }),
  });
