import { Box, Drawer, Group, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan, useMe } from "../../lib/user.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import { NoRights } from "../ui/read-only.tsx";
import { ErrorState, PageSkeleton } from "../ui/states.tsx";
import { REQUIRED_ROLES, type RuleSubject } from "./rule-subject.ts";
import { RulesForm } from "./rules-form.tsx";
import { subjectRulesQuery } from "./rules-query.ts";
import classes from "./rules-window.module.css";

/** Stacking order below the dialogs that the window opens. */
const Z_INDEX = 190;
const WIDTH_PX = 860;

export interface RulesWindowProps {
  subject: RuleSubject;
  /** Whether the rules are read-only, for example those of a collection that was opened from one of its videos. */
  isReadOnly?: boolean;
  onClose: () => void;
}

/** Edits the delivery rules of a video, a collection, a config or a client, next to the page; full-screen on phones. */
export function RulesWindow({ subject, isReadOnly = false, onClose }: RulesWindowProps) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const mayChange = useCan(REQUIRED_ROLES[subject.kind]);
  const isDirty = useRef(false);
  const handleDirty = useCallback((next: boolean) => {
    isDirty.current = next;
  }, []);
  const [collection, setCollection] = useState<RuleSubject>();
  function handleClose(): void {
    if (!isDirty.current) onClose();
    else
      askConfirmation({
        title: t("deliveryRules.unsavedTitle"),
        text: t("deliveryRules.unsavedText"),
        confirm: t("deliveryRules.discard"),
        isDangerous: true,
        run: onClose,
      });
  }
  /** Closes the window on Escape, unless a dialog above it or an open list handles the key. */
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const isMeant = (event.target as HTMLElement).dataset.mantineStopPropagation !== "true";
    if (event.key === "Escape" && isMeant && !event.defaultPrevented) handleClose();
  }
  return (
    <>
      <Drawer
        opened
        onClose={handleClose}
        closeOnEscape={false}
        onKeyDown={handleKey}
        position="right"
        size={isNarrow ? "100%" : WIDTH_PX}
        zIndex={Z_INDEX}
        title={<WindowTitle subject={subject} isReadOnly={isReadOnly || !mayChange} />}
        closeButtonProps={{ "aria-label": t("common.close") }}
        classNames={{
          content: classes.content ?? "",
          body: classes.drawerBody ?? "",
          header: classes.header ?? "",
        }}
      >
        <WindowBody
          subject={subject}
          isReadOnly={isReadOnly || !mayChange}
          onDirty={handleDirty}
          onCollection={(uuid, name) => setCollection({ kind: "collection", uuid, name })}
        />
      </Drawer>
      {collection && <RulesWindow subject={collection} isReadOnly onClose={() => setCollection(undefined)} />}
    </>
  );
}

function WindowTitle({ subject: { name }, isReadOnly }: { subject: RuleSubject; isReadOnly: boolean }) {
  const { t } = useTranslation();
  return (
    <Group component="span" gap="2px 10px" align="baseline">
      <Text span fz="lg" fw={650}>
        {t("deliveryRules.title")}
      </Text>
      <Box component="span" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {name}
      </Box>
      {isReadOnly && <NoRights />}
    </Group>
  );
}

interface WindowBodyProps {
  subject: RuleSubject;
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  onCollection: (uuid: string, name: string) => void;
}

function WindowBody(props: WindowBodyProps) {
  const clientUuid = useMe()?.client_infos[0]?.uuid ?? "";
  const rules = useQuery({
    ...subjectRulesQuery(props.subject, clientUuid),
    enabled: clientUuid !== "",
    staleTime: 0,
  });
  // Waits for fresh rules: a form based on outdated cached rules would run into an edit conflict.
  if (rules.data && rules.isFetchedAfterMount)
    return <RulesForm {...props} clientUuid={clientUuid} opened={rules.data} />;
  if (rules.error) return <ErrorState error={rules.error} onRetry={rules.refetch} />;
  return (
    <div className={classes.body}>
      <PageSkeleton blocks={4} />
    </div>
  );
}
