import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { pageButtons } from './page-numbers.ts';

interface PaginationProps {
  current: number;
  pages: number;
  /** The URL of a page, for new tabs and browsers without JavaScript. */
  addressOf: (page: number) => string;
  onChange: (page: number) => void;
}

export function Pagination({ current, pages, addressOf, onChange }: PaginationProps) {
  return (
    <nav
      aria-label="Pages of results"
      className="flex flex-wrap items-center justify-center gap-1 sm:gap-1.5"
    >
      <PageLink
        label="Previous"
        href={current > 1 ? addressOf(current - 1) : undefined}
        onPress={() => onChange(current - 1)}
      >
        <ChevronLeft aria-hidden className="size-4" />
        <span className="hidden sm:inline">Previous</span>
      </PageLink>
      {pageButtons(current, pages).map((button, index) =>
        button === 'gap' ? (
          <span key={`gap-${index}`} aria-hidden className="px-0.5 text-soft sm:px-1">
            …
          </span>
        ) : (
          <PageLink
            key={button}
            label={`Page ${button}`}
            current={button === current}
            href={addressOf(button)}
            onPress={() => onChange(button)}
          >
            {button}
          </PageLink>
        ),
      )}
      <PageLink
        label="Next"
        href={current < pages ? addressOf(current + 1) : undefined}
        onPress={() => onChange(current + 1)}
      >
        <span className="hidden sm:inline">Next</span>
        <ChevronRight aria-hidden className="size-4" />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps {
  label: string;
  current?: boolean;
  href: string | undefined;
  onPress: () => void;
  children: ReactNode;
}

function PageLink({ label, current = false, href, onPress, children }: PageLinkProps) {
  function press(event: MouseEvent) {
    // With these keys, the browser opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (href !== undefined) onPress();
  }

  return (
    <a
      role={href === undefined ? 'link' : undefined}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      aria-disabled={href === undefined ? true : undefined}
      href={href}
      onClick={press}
      className="flex h-10 min-w-9 items-center justify-center gap-1 rounded-lg px-2 text-sm font-medium tabular-nums transition-colors not-aria-disabled:hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-40 aria-[current=page]:bg-accent aria-[current=page]:text-on-accent sm:min-w-10 sm:px-3"
    >
      {children}
    </a>
  );
}
