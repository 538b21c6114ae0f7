import { Stack, Text, UnstyledButton } from "@mantine/core";
import type { OutroView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { outroListQuery } from "../../../components/outros/outros-query.ts";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { Pager } from "../../../components/ui/pager.tsx";
import { SearchField } from "../../../components/ui/search-field.tsx";
import { ErrorState } from "../../../components/ui/states.tsx";
import { useExistingPage } from "../../../components/ui/table/use-list-address.ts";
import classes from "./outro-picker.module.css";

interface PickOptions {
  title: string;
  /** The id of the currently selected outro. */
  chosen: string | null;
  onPick: (outro: OutroView) => void;
}

/** Opens a dialog to select one of the client's outros. */
export function pickOutro({ title, chosen, onPick }: PickOptions): void {
  const closing = openDialog({
    title,
    children: (
      <OutroPicker
        chosen={chosen}
        onPick={(outro) => {
          onPick(outro);
          void closing.then((close) => close());
        }}
      />
    ),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

const FIRST_PAGE = { page: 1, pageSize: 12 };

function OutroPicker({ chosen, onPick }: Omit<PickOptions, "title">) {
  const { t } = useTranslation();
  const [state, setState] = useState({ ...FIRST_PAGE, search: "" });
  const list = useQuery(outroListQuery(state));
  useExistingPage(list, state, (change) => setState({ ...state, ...change }));
  const size = list.data?._size ?? 0;
  return (
    <Stack>
      <SearchField
        search={state.search}
        onSearch={(search) => setState({ ...state, page: 1, search })}
        label={t("outros.search")}
        clearLabel={t("outros.clearSearch")}
      />
      {list.error && !list.data && <ErrorState error={list.error} onRetry={list.refetch} />}
      {list.data && size === 0 && (
        <Text c="dimmed">{t(state.search ? "outros.nothingFound" : "outros.empty")}</Text>
      )}
      <Stack component="ul" gap="xs">
        {list.data?._embedded.map((outro) => (
          <li key={outro.id}>
            <UnstyledButton
              className={classes.choice}
              aria-pressed={outro.id === chosen}
              aria-label={t("outros.chooseNamed", { title: outro.title })}
              onClick={() => onPick(outro)}
            >
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                {outro.title}
              </Text>
              <Text size="sm" c="dimmed">
                {t("outros.usedBy", { count: outro.videoCount })}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
      {size > FIRST_PAGE.pageSize && (
        <Pager {...state} size={size} onChange={(change) => setState({ ...state, ...change })} />
      )}
    </Stack>
  );
}
