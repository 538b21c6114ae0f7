import { Title } from "@mantine/core";
import { useEffect, useRef } from "react";

/**
 * The heading of a step that replaces another one. It receives the focus, so that keyboards and screen readers continue from the heading.
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
