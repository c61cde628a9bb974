import { trendName, trendPath, TRENDS } from '#content/trends.ts';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';

/** The page for trend addresses that contain no word. */
export function TrendNotFound() {
  return (
    <div className="mx-auto max-w-xl px-4 py-20 text-center sm:py-28">
      <title>{`Trend not found – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold tracking-display sm:text-4xl">Trend not found</h1>
      <p className="mt-4 text-soft">These are the topics that many people follow:</p>
      <ul className="mt-5 flex flex-wrap justify-center gap-2">
        {TRENDS.map(({ slug }) => (
          <li key={slug}>
            <Link
              to={trendPath(slug)}
              className="inline-block rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm font-medium transition-colors hover:border-field hover:bg-sunken"
            >
              {trendName(slug)}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to="/"
        className="mt-10 inline-flex h-12 items-center rounded-xl bg-accent px-6 font-semibold text-on-accent transition-colors hover:bg-accent-hover"
      >
        Back to Home
      </Link>
    </div>
  );
}
