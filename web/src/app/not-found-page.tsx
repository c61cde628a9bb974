import { Link } from 'react-router-dom';
import { site } from '#shared/site.ts';

export function NotFoundPage() {
  return (
    <div className="mx-auto max-w-xl px-4 py-20 text-center sm:py-28">
      <title>{`Page not found – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="text-sm font-semibold tracking-widest text-link">404</p>
      <h1 className="mt-3 text-3xl font-bold tracking-[-0.03em] sm:text-4xl">
        Nothing to hear here
      </h1>
      <p className="mt-4 leading-relaxed text-balance text-soft">
        There is no page at this address. It may have moved, or the link may be mistyped.
      </p>
      <Link
        to="/"
        className="mt-8 inline-flex h-12 items-center rounded-xl bg-accent px-6 font-semibold text-on-accent transition-colors hover:bg-accent-hover"
      >
        Search episodes
      </Link>
    </div>
  );
}
