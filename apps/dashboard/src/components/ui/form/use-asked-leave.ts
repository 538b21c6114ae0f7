import { useEffect, useRef } from "react";
import { type BlockerFunction, createPath, useBlocker, useLocation, useNavigate } from "react-router";
import { askConfirmation, type Confirmation } from "../dialogs/confirm.tsx";

/** In the address of a page that is left and not left, as the router writes it. */
const shownPath = () => location.hash.slice(1);

/**
 * Asks once before the page is left. If users stay, the URL stays too, however often they press Back; if they leave, they go
 * where they wanted, also with Back. Mount it only while there is something to ask: a router with a blocker warns about each URL
 * that is typed or followed from another page, even if nothing would be blocked.
 * @param isAsked whether to ask for a navigation.
 * @param question its `run` is called before the page is left.
 */
export function useAskedLeave(isAsked: BlockerFunction, question: Confirmation): void {
  const blocker = useBlocker(isAsked);
  const here = createPath(useLocation());
  const navigate = useNavigate();
  const latest = useRef({ blocker, here, question });
  const place = useRef({ isStanding: true, isAsking: false });
  useEffect(() => {
    latest.current = { blocker, here, question };
  });
  useEffect(() => {
    const { current } = place;
    current.isStanding = true;
    return () => {
      current.isStanding = false;
    };
  }, []);
  // Each blocked move has its own blocker: two may follow each other without a render in between.
  useEffect(() => {
    const { current } = place;
    if (blocker.state !== "blocked" || current.isAsking) return;
    current.isAsking = true;
    let isLeaving = false;
    const { question: asked } = latest.current;
    askConfirmation({
      ...asked,
      async run() {
        await asked.run();
        isLeaving = true;
      },
      onClosed() {
        current.isAsking = false;
        const { blocker: last, here: path } = latest.current;
        if (last.state !== "blocked") return;
        // The dialog may be outdated when it is answered, and its blocker gone.
        if (isLeaving) return current.isStanding ? last.proceed() : void navigate(last.location);
        if (current.isStanding) last.reset();
        // Two navigations in one turn: the router has reverted one of them.
        if (shownPath() !== path) void navigate(path, { replace: true });
      },
    });
  }, [blocker, navigate]);
}
