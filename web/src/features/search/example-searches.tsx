import { searchAddress } from '#shared/search/search-address.ts';
import { Link } from '#shared/ui/link.tsx';

const EXAMPLES = ['OpenAI', 'Sam Altman', 'venture capital', 'a16z', 'future of work'];

/** Searches to begin with, for those who do not know what to type. */
export function ExampleSearches() {
  return (
    <p className="flex flex-wrap items-center justify-center gap-2 text-sm text-soft">
      <span className="mr-1">Try</span>
      {EXAMPLES.map((example) => (
        <Link
          key={example}
          to={searchAddress([example])}
          className="rounded-full border border-line bg-surface px-3.5 py-1.5 font-medium text-ink transition-colors hover:border-field hover:bg-sunken"
        >
          {example}
        </Link>
      ))}
    </p>
  );
}
