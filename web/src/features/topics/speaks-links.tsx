import { namedKeywords, speaksQuery } from 'functions/contract';
import { CATEGORIES } from '#content/categories.ts';
import type { SitePage } from '#content/site-pages.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { Link } from '#shared/ui/link.tsx';

/** On pages of people, leads to searches for episodes in which they speak, and for others that name them. */
export function SpeaksLinks({ page: { name, entity, keywords = [] } }: { page: SitePage }) {
  if (!entity || CATEGORIES[entity.prefix].schemaType !== 'Person') return null;
  const ways = [
    { label: 'Speaks', keywords: keywords.map(speaksQuery) },
    { label: 'Is named', keywords: namedKeywords(keywords) },
  ];
  return (
    <nav aria-label={`Only episodes in which ${name}`} className="mt-3 pl-5">
      <ul className="flex flex-wrap gap-2">
        {ways.map(({ label, keywords: asked }) => (
          <li key={label}>
            <Link
              to={searchAddress(asked)}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-sm font-medium transition-colors hover:border-field hover:bg-sunken"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
