import { Textarea } from "@mantine/core";

/**
 * Shows code to copy, which is selected completely on focus. The height is fixed, because an element that grows after rendering would move
 * the buttons below it, possibly away from a pressed pointer.
 */
export function CodeArea({ label, code, rows = 5 }: { label: string; code: string; rows?: number }) {
  return (
    <Textarea
      label={label}
      readOnly
      rows={rows}
      value={code}
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { fontFamily: "ui-monospace, monospace", fontSize: 12.5, overflowWrap: "anywhere" } }}
    />
  );
}
