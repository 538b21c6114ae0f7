import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";

/** The error of a whole form, read out at once. `title` says what did not happen. */
export function FormFault({ fault, title }: { fault: string | undefined; title?: string }) {
  // The live region stands before the text comes, or some readers miss it.
  return (
    <div role="alert" style={{ display: "contents" }}>
      {fault && (
        <Alert color="red" role="presentation" icon={<IconAlertCircle />} title={title}>
          {fault}
        </Alert>
      )}
    </div>
  );
}
