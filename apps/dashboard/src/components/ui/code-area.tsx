import { Textarea } from "@mantine/core";

/**
 * Shows code to copy, which is selected completely on focus. Its height is fixed: elements that resize after rendering
 * would move what is below them, even under a pressed pointer.
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
