import type { ComboboxParsedItem } from "@mantine/core";
import { toPlainText } from "./search-words.ts";

interface OptionSearch {
  options: ComboboxParsedItem[];
  search: string;
  /** The maximum number of options that a search returns. */
  limit: number;
}

/**
 * Finds the options of a field, ignoring accents, case and the form of apostrophes; used as its `filter`.
 * @example findOptions({ options: [{ value: "a", label: "Ajout d’une clé" }], search: "d'une cle", limit: 5 }) // the option
 */
export function findOptions({ options, search, limit }: OptionSearch): ComboboxParsedItem[] {
  const wanted = toPlainText(search.trim());
  let left = limit;
  const isFound = ({ label }: { label: string }) => {
    if (left <= 0 || !toPlainText(label).includes(wanted)) return false;
    left -= 1;
    return true;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!("items" in option)) return isFound(option) ? [option] : [];
    const items = option.items.filter(isFound);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
}
