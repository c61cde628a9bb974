import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Episode } from 'functions/contract';
import { openOnMobile } from './open-on-mobile.ts';

/** The attempt of the last tapped episode; a new tap aborts it. */
let running: AbortController | undefined;

interface MobileOpening {
  /** Name of the app being tried, or null. */
  trying: string | null;
  start: () => void;
  stop: () => void;
}

export function useMobileOpening(
  episode: Pick<Episode, 'title' | 'podcast' | 'link'>,
): MobileOpening {
  const [trying, setTrying] = useState<string | null>(null);
  const own = useRef<AbortController>(undefined);
  useEffect(() => () => own.current?.abort(), []);

  function start() {
    running?.abort();
    const controller = new AbortController();
    own.current = running = controller;
    const { signal } = controller;
    const ended = () => own.current === controller && setTrying(null);
    void openOnMobile(episode, { signal, onTry: ({ name }) => setTrying(name) }).finally(ended);
  }

  return { trying, start, stop: () => own.current?.abort() };
}

interface OpeningBarProps {
  app: string;
  link: string;
  onOpen: () => void;
  /** Gets the focus if the bar disappears while focused. */
  returnFocus: RefObject<HTMLElement | null>;
}

export function OpeningBar({ app, link, onOpen, returnFocus }: OpeningBarProps) {
  const now = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const button = now.current;
    const title = returnFocus.current;
    return () => {
      if (document.activeElement === button) title?.focus();
    };
  }, [returnFocus]);
  return (
    <div className="fixed inset-x-3 bottom-[calc(var(--player-height,env(safe-area-inset-bottom))+0.75rem)] z-30 mx-auto flex max-w-md items-center justify-between gap-3 rounded-2xl border border-field bg-surface py-2 pr-2 pl-4 shadow-card transition-opacity duration-200 starting:opacity-0">
      <span aria-hidden className="text-[0.9375rem] font-medium text-balance">
        Trying {app}…
      </span>
      <a
        ref={now}
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        className="inline-flex h-11 shrink-0 items-center rounded-xl bg-accent px-4 font-semibold text-on-accent transition-colors hover:bg-accent-hover"
      >
        Open now
      </a>
    </div>
  );
}
