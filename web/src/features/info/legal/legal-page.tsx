import type { ReactNode } from 'react';
import type { SitePage } from '#content/site-pages.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';

interface LegalPageProps {
  page: SitePage;
  /** Two or three sentences. */
  summary: ReactNode;
  children: ReactNode;
}

export function LegalPage({ page, summary, children }: LegalPageProps) {
  return (
    <article className="mx-auto max-w-6xl *:max-w-[45rem] px-4 pt-8 pb-16 sm:px-6 sm:pt-12">
      <PageMeta page={page} />
      <h1 className="text-3xl font-bold tracking-display sm:text-4xl">{page.name}</h1>
      <p className="mt-2 text-sm text-soft">
        Effective <time dateTime="2025-06-26">June 26, 2025</time>
      </p>
      <p className="mt-6 rounded-2xl bg-sunken p-5 leading-relaxed sm:p-6">{summary}</p>
      <div className="mt-10 space-y-9">{children}</div>
    </article>
  );
}
