import { useTranslation } from "react-i18next";
import { SearchField } from "../ui/search-field.tsx";
import classes from "./list-search.module.css";
import { type SearchExample, SearchHelp } from "./search-help.tsx";

interface ListSearchProps {
  search: string;
  onSearch: (search: string) => void;
  /** The name of the searched objects, used as the field's label. */
  label: string;
  /** The search keywords that this list supports. */
  examples: readonly SearchExample[];
}

/** Searches a list of videos, with an explanation of the keywords. */
export function ListSearch({ search, onSearch, label, examples }: ListSearchProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.search}>
      <SearchField search={search} onSearch={onSearch} label={label} clearLabel={t("library.clearSearch")} />
      <SearchHelp examples={examples} onSearch={onSearch} />
    </div>
  );
}
