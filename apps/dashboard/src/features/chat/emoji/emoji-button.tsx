import { ActionIcon, Loader, Popover } from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

const LazyEmojiPicker = lazy(async () => ({ default: (await import("./emoji-picker.tsx")).EmojiPicker }));

interface EmojiButtonProps {
  label: string;
  size: number;
  onChoose: (emoji: string) => void;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Opens the emoji picker, which is loaded when it is first opened. */
export function EmojiButton({ label, size, onChoose, onOpenChange }: EmojiButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  function set(next: boolean): void {
    setOpen(next);
    onOpenChange?.(next);
  }
  return (
    <Popover opened={isOpen} onChange={set} position="top-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          aria-label={label}
          title={label}
          onClick={() => set(!isOpen)}
        >
          <IconMoodSmile size={size * 0.57} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={label}>
        <Suspense fallback={<Loader size="sm" m="lg" aria-label={t("app.loading")} />}>
          <LazyEmojiPicker
            onChoose={(emoji) => {
              set(false);
              onChoose(emoji);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
