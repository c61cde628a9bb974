import { clsx } from 'clsx';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { isComposing } from '#shared/ui/is-composing.ts';
import { LineIcon } from './frame-icon.tsx';

/** On phones, a magnifier opens the field over the bar. */
export function HeaderSearch() {
  const { key } = useLocation();
  const navigate = useNavigate();
  // Navigation changes the location's key, which closes the field.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const magnifier = useRef<HTMLButtonElement>(null);
  const open = openedAt === key;

  function show() {
    // Phones open their keyboard only if the focus moves during the press.
    flushSync(() => setOpenedAt(key));
    field.current?.focus();
  }

  function close() {
    flushSync(() => setOpenedAt(null));
    magnifier.current?.focus();
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === '') return;
    field.current?.blur();
    void navigate(`/?${new URLSearchParams({ q: text })}`);
  }

  return (
    <>
      <form
        role="search"
        action="/"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
          if (open) close();
          else field.current?.blur();
        }}
        className={clsx(
          'items-center gap-1 md:relative md:mx-2 md:flex md:max-w-72 md:min-w-0 md:flex-1',
          open ? 'absolute inset-0 z-10 flex bg-canvas px-4 md:px-0' : 'hidden',
        )}
      >
        <LineIcon
          path={MAGNIFIER}
          className="pointer-events-none absolute left-7 size-4.5 text-soft md:left-3"
        />
        <input
          ref={field}
          name="q"
          type="text"
          dir="auto"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-label="Search episodes"
          placeholder="Search"
          className="h-10 w-full min-w-0 rounded-xl border border-field bg-surface pr-2 pl-9 text-base text-ink placeholder:text-soft focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0 md:text-[0.9375rem]"
        />
        <button
          type="button"
          aria-label="Close search"
          onClick={close}
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-xl md:hidden"
        >
          <LineIcon path="M6 6l12 12M18 6 6 18" className="size-5" />
        </button>
      </form>
      <button
        ref={magnifier}
        type="button"
        aria-label="Search episodes"
        data-tip="Search"
        data-tip-side="below"
        aria-expanded={open}
        onClick={show}
        className="ml-auto grid size-11 place-items-center rounded-xl transition-colors hover:bg-sunken md:hidden noscript:hidden"
      >
        <LineIcon path={MAGNIFIER} className="size-5.5" />
      </button>
    </>
  );
}

const MAGNIFIER = 'm21 21-4.3-4.3M11 19a8 8 0 1 1 0-16 8 8 0 0 1 0 16Z';
