import { type ReactNode, type Ref, useId } from 'react';

interface HubSectionProps {
  title: string;
  /** Makes the heading focusable. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function HubSection({ title, headingRef, children }: HubSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2
        ref={headingRef}
        id={headingId}
        tabIndex={headingRef ? -1 : undefined}
        className="text-xl font-bold tracking-display outline-none sm:text-2xl"
      >
        {title}
      </h2>
      <div className="mt-4 sm:mt-5">{children}</div>
    </section>
  );
}
