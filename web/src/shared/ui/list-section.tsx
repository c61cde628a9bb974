import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CARD } from './card.ts';

interface ListSectionProps {
  /** The target of links to `#id`. */
  id: string;
  name: string;
  /** Length of the list; named if it is not empty. */
  count: number;
  text: ReactNode;
  isLoading?: boolean;
  className?: string;
  /** The list, its form and their messages. */
  children: ReactNode;
}

export function ListSection(props: ListSectionProps) {
  const { id, name, count, text, isLoading, className = 'scroll-mt-6', children } = props;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-heading`}
      aria-busy={isLoading}
      // Empty lists and messages take no space.
      className={clsx(CARD, '[&>*+*:not(:empty)]:mt-3', className)}
    >
      <div>
        <h2 id={`${id}-heading`} className="text-lg font-semibold tracking-title">
          {count > 0 ? `${name} (${count})` : name}
        </h2>
        <p className="mt-0.5 text-sm leading-relaxed text-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}
