import { useState } from 'react';
import type { Episode } from 'functions/contract';
import { loadPart } from '#shared/loading/load-part.ts';
import { momentAddress } from '#shared/player/moment-address.ts';
import { playingTime } from '#shared/text/playing-time.ts';

interface CopyLinkProps {
  /** Must have audio. */
  episode: Episode;
  atS: number;
}

/** Shows the link if the browser refuses to copy. */
export function CopyLink({ episode, atS }: CopyLinkProps) {
  const [outcome, setOutcome] = useState('');
  const url = momentAddress(episode, atS);
  return (
    <>
      <button
        type="button"
        className="font-medium text-link underline-offset-4 hover:underline noscript:hidden"
        onClick={() => {
          void keep(episode, atS);
          void navigator.clipboard.writeText(url).then(
            () => setOutcome('Link copied'),
            () => setOutcome(url),
          );
        }}
      >
        Copy link to {playingTime(atS)}
      </button>{' '}
      <span role="status" className="wrap-anywhere text-soft">
        {outcome}
      </span>
    </>
  );
}

/** Loaded by the press, so that searches do not load it. */
async function keep(episode: Episode, atS: number): Promise<void> {
  try {
    const { keepShared } = await loadPart(() => import('#shared/player/keep-shared.ts'));
    await keepShared(episode, atS);
  } catch {
    // The link works without it for as long as the catalogue has the episode.
  }
}
