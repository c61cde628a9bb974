import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { site } from '#shared/site.ts';

export interface NoticePageProps {
  heading: string;
  text: string;
  /** Stands beside a page, not in its place. */
  small?: boolean | undefined;
  /** What can be done about it. */
  children: ReactNode;
}

/** Says what is wrong in the place of what cannot be shown; screen readers read it at once. */
export function NoticePage({ heading, text, small = false, children }: NoticePageProps) {
  const Heading = small ? 'h2' : 'h1';
  return (
    <div className={clsx('mx-auto max-w-xl px-4 text-center', small ? 'py-7' : 'py-24')}>
      {!small && <title>{`${heading} – ${site.name}`}</title>}
      <div role="alert">
        <Heading className="text-2xl font-bold tracking-title">{heading}</Heading>
        <p className="mt-3 text-balance text-soft">{text}</p>
      </div>
      <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
