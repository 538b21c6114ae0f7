import { Group, Kbd, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./player.module.css";
import { KEYS_OF_ACTIONS, type KeyAction } from "./player-keys.ts";

const ARROW_SYMBOLS: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→" };

interface KeyListProps {
  isOpen: boolean;
  onClose: () => void;
  /** Actions that are not available here and are omitted from the list. */
  without?: readonly KeyAction[];
}

/** Lists the keys of the review page. */
export function KeyList({ isOpen, onClose, without = [] }: KeyListProps) {
  const { t } = useTranslation();
  const named = (key: string) => {
    if (key === " ") return t("review.keyNames.space");
    if (key === "Home") return t("review.keyNames.home");
    if (key === "End") return t("review.keyNames.end");
    return ARROW_SYMBOLS[key] ?? key.toUpperCase();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("review.help")}
      size="lg"
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <dl className={classes.keys}>
        {KEYS_OF_ACTIONS.filter(({ action }) => !without.includes(action)).map(
          ({ action, keys, isShifted }) => (
            <div key={action} style={{ display: "contents" }}>
              <dt>
                <Group gap={4} wrap="nowrap">
                  {isShifted && <Kbd>{t("review.keyNames.shift")}</Kbd>}
                  {keys.map((key) => (
                    <Kbd key={key}>{named(key)}</Kbd>
                  ))}
                </Group>
              </dt>
              <dd>{t(`review.keys.${action}`)}</dd>
            </div>
          ),
        )}
      </dl>
    </Modal>
  );
}
