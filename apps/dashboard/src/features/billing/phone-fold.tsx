import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./phone-fold.module.css";

interface PhoneFoldProps {
  /** For the button, such as "Show all 30 days". */
  label: string;
  /**
   * A StackedTable. On phones its rows with `data-folded="true"` are hidden until the button is pressed, its cells with
   * `data-main` stand beside the row's name, and those with `data-plain` show no name.
   */
  children: ReactNode;
}

/** On phones, the rows of a table as short cards: the latest, and the others on request. */
export function PhoneFold({ label, children }: PhoneFoldProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.fold} data-open={isOpen}>
      {children}
      <div className={classes.toggle}>
        <Button variant="default" fullWidth aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("billing.showFewer") : label}
        </Button>
      </div>
    </div>
  );
}
