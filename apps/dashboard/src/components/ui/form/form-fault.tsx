import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";

/** Shows the error of a whole form and announces it to screen readers; `title` names the action that failed. */
export function FormFault({ fault, title }: { fault: string | undefined; title?: string }) {
  // The live region must be in the document before its text; otherwise, some screen readers do not announce the text.
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
