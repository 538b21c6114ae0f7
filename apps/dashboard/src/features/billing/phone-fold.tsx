import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./phone-fold.module.css";

interface PhoneFoldProps {
  /** The label of the button, such as "Show all 30 days". */
  label: string;
  /**
   * A StackedTable. On phones, its rows with `data-folded="true"` are hidden until the button is pressed, its cells with `data-main` are
   * next to the row's name, and its cells with `data-plain` have no label.
   */
  children: ReactNode;
}

/** Shows the rows of a table as short cards on phones: the latest rows first, and the others on request. */
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
