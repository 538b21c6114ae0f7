import { Title } from "@mantine/core";
import { useEffect, useRef } from "react";

/**
 * The heading of a step that replaces another step. The heading receives the focus, so that keyboard users and screen readers continue from
 * there.
 */
export function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Title order={3} size="h5" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
