import { ArrowLeft } from 'lucide-react';
import { searchStore } from '#shared/search/search-store.ts';
import { Link } from '#shared/ui/link.tsx';

/** Links to the home page, and clears the search. */
export function BackLink({ children }: { children: string }) {
  return (
    <Link
      to="/"
      onClick={() => searchStore.clear()}
      className="group -my-2 inline-flex items-center gap-2 print:hidden rounded-sm py-2 text-sm font-medium text-soft transition-colors hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4 transition-transform group-hover:-translate-x-0.5" />
      {children}
    </Link>
  );
}
