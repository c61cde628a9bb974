import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CARD } from '#shared/ui/card.ts';

interface PanelProps {
  title: string;
  id?: string;
  children: ReactNode;
}

export function Panel({ title, id, children }: PanelProps) {
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className={clsx(CARD, 'scroll-mt-6')}
    >
      <h2 className="text-lg font-semibold tracking-title">{title}</h2>
      <div className="mt-4 space-y-4">{children}</div>
    </section>
  );
}
