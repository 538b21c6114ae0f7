import type { AuthorizationsView } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { saveOverLatest } from "../../lib/edit-conflict.ts";
import { type ArrayName, authorizationsQuery, saveList } from "./authorizations-query.ts";
import { mergeLists } from "./merge-lists.ts";

interface ListDraft {
  /** The list at the time when editing started. */
  base: readonly string[];
  entries: string[];
}
const isSameList = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/** Holds a draft of one list. Changes saved by others are merged and shown, so that nothing is overwritten unnoticed. */
export function useListDraft(options: {
  clientUuid: string;
  name: ArrayName;
  saved: readonly string[];
  onSaved: () => void;
}) {
  const { clientUuid, name, saved, onSaved } = options;
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ListDraft>();
  const [isForeign, setForeign] = useState(false);
  useEffect(() => {
    if (!draft || isSameList(draft.base, saved)) return;
    const entries = mergeLists(draft.base, draft.entries, saved);
    // If the other user made the same change, no change remains to be saved.
    const isDone = isSameList(entries, saved);
    setDraft(isDone ? undefined : { base: saved, entries });
    setForeign(!isDone);
  }, [draft, saved]);

  const read = () => queries.fetchQuery({ ...authorizationsQuery(clientUuid), staleTime: 0 });
  async function write({ base, entries }: ListDraft): Promise<boolean> {
    const isOwn = (latest: AuthorizationsView) => isSameList(latest[name], base);
    return saveOverLatest(read, async (latest) => {
      if (!isOwn(latest)) return false;
      await saveList(queries, clientUuid, { [name]: entries, revision: latest.revision });
      return true;
    });
  }
  const save = useMutation({
    mutationFn: write,
    onSuccess(isSaved, sent) {
      if (!isSaved) return;
      // Entries that the user added or removed during the save remain unsaved.
      setDraft((now) =>
        now && !isSameList(now.entries, sent.entries) ? { ...now, base: sent.entries } : undefined,
      );
      setForeign(false);
      onSaved();
    },
  });
  function drop(): void {
    setDraft(undefined);
    setForeign(false);
  }
  return {
    entries: draft?.entries ?? [...saved],
    isChanged: draft !== undefined && !isSameList(draft.entries, saved),
    /** Whether another user has changed the list since editing started. */
    isForeign,
    isSaving: save.isPending,
    error: save.error,
    change: (entries: string[]) => setDraft({ base: draft?.base ?? saved, entries }),
    drop,
    save: () => draft && save.mutate(draft),
  };
}
