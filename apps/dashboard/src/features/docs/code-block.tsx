import { Box, Skeleton } from "@mantine/core";
import { VERSION } from "@shoal/sdk/plugin-version";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { Scrollable } from "../../components/ui/scrollable.tsx";
import classes from "./code-block.module.css";
import { type ExampleFile, exampleQuery } from "./examples.ts";
import { type SampleFile, sampleQuery } from "./samples.ts";
import { SNIPPETS, type SnippetName } from "./snippets.ts";
import { useFilledCode } from "./use-filled.ts";

/** Shows code, with a copy button. */
export function CodeBlock({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Box pos="relative">
      <CopyButton text={text} size="compact-sm" className={classes.copy ?? ""} />
      <Scrollable className={classes.code} aria-label={t("docs.code")}>
        <pre>
          <code>{text}</code>
        </pre>
      </Scrollable>
    </Box>
  );
}

/** Shows a snippet with the reader's own edge and key. */
export function Snippet({ name }: { name: SnippetName }) {
  const fill = useFilledCode();
  return <CodeBlock text={fill(SNIPPETS[name].replaceAll("{{version}}", VERSION))} />;
}

/** Shows the code of a complete, playable page. */
export function SampleCode({ file }: { file: SampleFile }) {
  const fill = useFilledCode();
  const { data } = useQuery(sampleQuery(file));
  return data === undefined ? <Skeleton h={320} radius="md" /> : <CodeBlock text={fill(data.trimEnd())} />;
}

/** Shows the code of a program that tests run. */
export function ExampleCode({ file }: { file: ExampleFile }) {
  const { data } = useQuery(exampleQuery(file));
  return data === undefined ? <Skeleton h={320} radius="md" /> : <CodeBlock text={data.trimEnd()} />;
}
