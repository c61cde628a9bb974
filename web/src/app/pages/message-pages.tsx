import type { ReactNode } from 'react';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';

interface MessagePageProps {
  name: string;
  kicker: string;
  heading: string;
  children: ReactNode;
}

function MessagePage({ name, kicker, heading, children }: MessagePageProps) {
  return (
    <div className="mx-auto max-w-xl px-4 py-20 text-center sm:py-28">
      <title>{`${name} – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="text-sm font-semibold tracking-widest text-link">{kicker}</p>
      <h1 className="mt-3 text-3xl font-bold tracking-display sm:text-4xl">{heading}</h1>
      <p className="mt-4 leading-relaxed text-balance text-soft">{children}</p>
      <Link
        to="/"
        className="mt-8 inline-flex h-12 items-center rounded-xl bg-accent px-6 font-semibold text-on-accent transition-colors hover:bg-accent-hover"
      >
        Search episodes
      </Link>
    </div>
  );
}

export function NotFoundPage() {
  return (
    <MessagePage name="Page not found" kicker="404" heading="Nothing to hear here">
      There is no page at this address. It may have moved, or the link may be mistyped.
    </MessagePage>
  );
}

/** Replaces the sign-in pages if the build has no accounts. */
export function AccountsOffPage() {
  return (
    <MessagePage name="Accounts are off" kicker="Accounts" heading="Accounts are off here">
      This copy of the site has no accounts. You can still search.
    </MessagePage>
  );
}
