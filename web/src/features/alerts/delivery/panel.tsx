import type { ReactNode } from 'react';

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
      className="scroll-mt-6 rounded-3xl border border-line bg-surface p-5 shadow-card outline-none sm:p-7"
    >
      <h2 className="text-lg font-semibold tracking-title">{title}</h2>
      <div className="mt-4 space-y-4">{children}</div>
    </section>
  );
}
