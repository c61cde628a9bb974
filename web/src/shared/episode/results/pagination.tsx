import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { pageButtons } from './page-numbers.ts';

interface PaginationProps {
  current: number;
  pages: number;
  onChange: (page: number) => void;
}

/**
 * Page buttons with Previous and Next, which are disabled at the ends. The focus of one that is
 * disabled by its own press goes to the button of the page it led to.
 */
export function Pagination({ current, pages, onChange }: PaginationProps) {
  const buttons = useRef<HTMLElement>(null);
  const stepped = useRef(false);

  useLayoutEffect(() => {
    if (!stepped.current) return;
    stepped.current = false;
    if (current > 1 && current < pages) return;
    const reached = buttons.current?.querySelector<HTMLElement>('[aria-current=page]');
    reached?.focus({ preventScroll: true });
  }, [current, pages]);

  function step(by: 1 | -1) {
    stepped.current = true;
    onChange(current + by);
  }

  return (
    <nav
      ref={buttons}
      aria-label="Pages of results"
      className="flex items-center justify-center gap-1 sm:gap-1.5"
    >
      <PageLink label="Previous" disabled={current <= 1} onClick={() => step(-1)}>
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
            onClick={() => onChange(button)}
          >
            {button}
          </PageLink>
        ),
      )}
      <PageLink label="Next" disabled={current >= pages} onClick={() => step(1)}>
        <span className="hidden sm:inline">Next</span>
        <ChevronRight aria-hidden className="size-4" />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps {
  label: string;
  current?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function PageLink({ label, current = false, disabled = false, onClick, children }: PageLinkProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      disabled={disabled}
      onClick={onClick}
      className="flex h-10 min-w-9 items-center justify-center gap-1 rounded-lg px-2 text-sm font-medium tabular-nums transition-colors enabled:hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-40 aria-[current=page]:bg-accent aria-[current=page]:text-on-accent sm:min-w-10 sm:px-3"
    >
      {children}
    </button>
  );
}
