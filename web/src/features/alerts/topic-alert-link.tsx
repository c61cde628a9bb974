import { BellPlus, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { searchAddress } from '#shared/search-address.ts';

interface TopicAlertLinkProps {
  name: string;
  keywords: readonly string[];
}

/** Leads a signed-in person from a landing page to the search whose alerts they can create. */
export function TopicAlertLink({ name, keywords }: TopicAlertLinkProps) {
  return (
    <Link
      to={searchAddress([...keywords])}
      className="group flex items-center gap-3 rounded-2xl border border-line bg-surface p-5 font-semibold shadow-card transition-colors hover:border-field"
    >
      <BellPlus aria-hidden className="size-6 shrink-0 text-link" strokeWidth={1.75} />
      <span className="flex-1">Create an alert for {name}</span>
      <ChevronRight
        aria-hidden
        className="size-5 text-soft transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  );
}
