import { useState } from 'react';
import { audioFrom } from '#shared/player/audio-from.ts';
import { playingTime } from '#shared/text/playing-time.ts';

interface CopyLinkProps {
  audio: string;
  atS: number;
}

/** Shows the link if the browser refuses to copy. */
export function CopyLink({ audio, atS }: CopyLinkProps) {
  const [outcome, setOutcome] = useState('');
  const url = audioFrom(audio, atS);
  return (
    <>
      <button
        type="button"
        className="font-medium text-link underline-offset-4 hover:underline noscript:hidden"
        onClick={() =>
          void navigator.clipboard.writeText(url).then(
            () => setOutcome('Link copied'),
            () => setOutcome(url),
          )
        }
      >
        Copy link to {playingTime(atS)}
      </button>{' '}
      <span role="status" className="wrap-anywhere text-soft">
        {outcome}
      </span>
    </>
  );
}
