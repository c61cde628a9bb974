import { type ReactNode, useId } from 'react';

interface HubSectionProps {
  title: string;
  children: ReactNode;
}

/** A part of a hub below its heading. */
export function HubSection({ title, children }: HubSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-xl font-bold tracking-[-0.02em] sm:text-2xl">
        {title}
      </h2>
      <div className="mt-4 sm:mt-5">{children}</div>
    </section>
  );
}
