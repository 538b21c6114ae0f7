import { Button } from "@mantine/core";
import { IconMovie, IconSearchOff, IconUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../components/ui/states.tsx";
import {
  isNarrowed,
  type LibraryChange,
  type LibraryState,
  NO_ADVANCED_FILTERS,
  writeFilters,
} from "./library-list.ts";

interface EmptyLibraryProps {
  state: LibraryState;
  change: LibraryChange;
  onUpload: (() => void) | undefined;
}

/** What the library says without videos: that it is empty, or that nothing matches. */
export function EmptyLibrary({ state, change, onUpload }: EmptyLibraryProps) {
  const { t } = useTranslation();
  if (isNarrowed(state)) return <NothingFound search={state.search} onClear={clear} />;
  function clear(): void {
    change({ search: "", filters: writeFilters({ ...NO_ADVANCED_FILTERS, included: [], excluded: [] }) });
  }
  return (
    <EmptyState
      icon={<IconMovie size={36} />}
      title={t("library.empty")}
      {...(onUpload ? { text: t("library.emptyHint") } : {})}
    >
      {onUpload && (
        <Button size="md" leftSection={<IconUpload size={18} />} onClick={onUpload}>
          {t("library.firstUpload")}
        </Button>
      )}
    </EmptyState>
  );
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={search ? t("library.nothing", { search }) : t("library.nothingFiltered")}
      text={t("library.nothingHint")}
    >
      <Button variant="default" onClick={onClear}>
        {t("library.showAll")}
      </Button>
    </EmptyState>
  );
}
