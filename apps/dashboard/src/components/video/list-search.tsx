import { useTranslation } from "react-i18next";
import { SearchField } from "../ui/search-field.tsx";
import classes from "./list-search.module.css";
import { type SearchExample, SearchHelp } from "./search-help.tsx";

interface ListSearchProps {
  search: string;
  onSearch: (search: string) => void;
  /** Name of the searched objects. */
  label: string;
  /** The keywords that the list supports. */
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
