import type { ReactNode } from 'react';

interface TextSectionProps {
  title: string;
  /** The target of links to the section. */
  id?: string;
  children: ReactNode;
}

export function TextSection({ title, id, children }: TextSectionProps) {
  return (
    <section id={id} className="scroll-mt-6">
      <h2 className="text-lg font-semibold tracking-title">{title}</h2>
      <div className="mt-2 space-y-3 leading-relaxed text-soft [&_a]:rounded-sm [&_a]:text-link [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-5">
        {children}
      </div>
    </section>
  );
}
