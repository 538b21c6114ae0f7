import { Alert, Button, Text } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ConflictingChange } from "../../../lib/edit-conflict.ts";
import classes from "./conflict-notice.module.css";

interface ConflictNoticeProps<V> {
  changes: readonly ConflictingChange<V>[];
  /** Returns the label of a field. Omitted for a form with a single field. */
  labelOf?: (field: keyof V & string) => string;
  /** Returns a value in the form in which the form shows it; "" or false for no value. */
  textOf: (field: keyof V & string, value: unknown) => ReactNode;
  onAccept: (change: ConflictingChange<V>) => void;
  /** Whether to use the layout for small places, such as a card. */
  isCompact?: boolean;
}

/** Shows the values that another user saved while this form was open. The entered values are kept. Uses the texts of the "shared" area. */
export function ConflictNotice<V>({
  changes,
  labelOf,
  textOf,
  onAccept,
  isCompact = false,
}: ConflictNoticeProps<V>) {
  const { t } = useTranslation();
  // The live region must be in the document before its text; otherwise, some screen readers do not announce the text.
  return (
    <div role="alert" style={{ display: "contents" }}>
      {changes.length > 0 && (
        <Alert
          color="orange"
          role="presentation"
          {...(isCompact ? { p: "xs" } : { icon: <IconArrowsSplit2 /> })}
          title={t("shared.conflict.title")}
        >
          <Text size="sm">{t("shared.conflict.text")}</Text>
          <ul className={classes.changes}>
            {changes.map((change) => (
              <li key={change.field}>
                {labelOf && <strong>{labelOf(change.field)}</strong>}
                <span>
                  <del>{textOf(change.field, change.before) || t("shared.nothing")}</del>
                  {" → "}
                  <ins>{textOf(change.field, change.now) || t("shared.nothing")}</ins>
                </span>
                {change.isContested && (
                  <Button size="compact-sm" variant="default" onClick={() => onAccept(change)}>
                    {t("shared.conflict.take")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
