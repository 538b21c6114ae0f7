import { Textarea } from "@mantine/core";

/**
 * Code that is there to be copied: selected as a whole when it is entered. It keeps its height, since what measures itself
 * after a render moves what stands below it, also from under a pointer that is pressed.
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
