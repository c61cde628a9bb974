import type { Episode } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { openOnMobile } from './open-on-mobile.ts';

/** One at a time on a page: tapping another episode ends the attempt for the one before. */
let running: AbortController | undefined;

interface MobileOpening {
  /** The podcast app being tried, or null. */
  trying: string | null;
  start: () => void;
  /** Stops trying; the link that was tapped opens the episode. */
  stop: () => void;
}

/** Opens an episode on a phone, in an app or else in a tab, and tells what is being tried. */
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
