import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { relatedTopics } from '#content/related-topics.ts';
import type { SitePage } from '#content/site-pages.ts';
import { Link } from '#shared/ui/link.tsx';

/** Other landing pages that may be of interest. */
export function RelatedTopics({ page }: { page: SitePage }) {
  const headingId = useId();
  return (
    <aside aria-labelledby={headingId} className="self-start lg:sticky lg:top-6">
      <h2 id={headingId} className="px-1 text-lg font-semibold tracking-title">
        Related Topics
      </h2>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {relatedTopics(page).map(({ name, path, category }) => (
          <li key={path}>
            <Link
              to={path}
              className="group flex items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-3 transition-colors hover:border-field"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold tracking-title">{name}</span>
                <span className="block text-sm text-soft">{category}</span>
              </span>
              <ChevronRight
                aria-hidden
                className="size-4 shrink-0 text-soft transition-transform group-hover:translate-x-0.5"
              />
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}
