import { useTranslation } from "react-i18next";
import classes from "./select-box.module.css";
import { type Selection, useIsSelected } from "./use-selection.ts";

interface SelectBoxProps<T extends { uuid: string }> {
  item: T;
  /** The accessible name of the checkbox. */
  title: string;
  selection: Selection<T>;
}

/** Selects an item of a list for bulk actions. */
export function SelectBox<T extends { uuid: string }>({ item, title, selection }: SelectBoxProps<T>) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={t("library.select", { title })}
      checked={useIsSelected(selection, item.uuid)}
      onChange={(event) => selection.select(item, event.currentTarget.checked)}
    />
  );
}
