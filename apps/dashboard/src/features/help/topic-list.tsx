import { Accordion, Box, Kbd, Stack, Title } from "@mantine/core";
import { HighlightedText } from "../../components/ui/highlighted-text.tsx";
import classes from "./help-page.module.css";
import type { HelpSection, HelpTopic, Shortcut } from "./topics.ts";

interface TopicListProps {
  section: HelpSection;
  /** The words of the search, which are highlighted. */
  search: string;
  opened: readonly string[];
  onOpened: (ids: string[]) => void;
}

/** Shows a section of the help, whose topics open independently. */
export function TopicList({ section, search, opened, onOpened }: TopicListProps) {
  return (
    <Stack component="section" gap={10} aria-labelledby={`help-${section.id}`}>
      <Title order={2} size="h4" id={`help-${section.id}`}>
        {section.title}
      </Title>
      <Accordion
        multiple
        order={3}
        className={classes.accordion}
        classNames={{ label: String(classes.label) }}
        value={section.topics.map(({ id }) => id as string).filter((id) => opened.includes(id))}
        onChange={onOpened}
      >
        {section.topics.map((topic) => (
          <Accordion.Item key={topic.id} value={topic.id} className={classes.topic}>
            <Accordion.Control>
              <HighlightedText text={topic.title} search={search} />
            </Accordion.Control>
            <Accordion.Panel>
              <TopicText topic={topic} search={search} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function TopicText({ topic, search }: { topic: HelpTopic; search: string }) {
  return (
    <>
      {topic.paragraphs.map((paragraph) => (
        <Box key={paragraph} component="p" m={0} mb="xs" maw="68ch" lh={1.6}>
          <HighlightedText text={paragraph} search={search} />
        </Box>
      ))}
      {topic.shortcuts.length > 0 && <ShortcutList shortcuts={topic.shortcuts} search={search} />}
    </>
  );
}

function ShortcutList({ shortcuts, search }: { shortcuts: readonly Shortcut[]; search: string }) {
  return (
    <dl className={classes.keys}>
      {shortcuts.map(({ keys, text }) => (
        <div key={text} style={{ display: "contents" }}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>
            <HighlightedText text={text} search={search} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
