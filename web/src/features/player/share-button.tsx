import type { Episode } from 'functions/contract';
import { Share } from 'lucide-react';
import { useState } from 'react';
import { keepShared } from '#shared/player/keep-shared.ts';
import { momentAddress } from '#shared/player/moment-address.ts';
import { playingTime } from '#shared/text/playing-time.ts';
import { TextButton } from '#shared/ui/text-button.tsx';

interface ShareButtonProps {
  /** Must have audio. */
  episode: Episode;
  atS: number;
}

/** Shares a link from the current position: with the Web Share API, else through the clipboard. */
export function ShareButton({ episode, atS }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<{ copied: boolean; url: string }>();
  const time = playingTime(atS);

  async function share() {
    const url = momentAddress(episode, atS);
    void keepShared(episode, atS);
    const text = `${episode.title} (${episode.podcast}), from ${time}`;
    if ('share' in navigator) {
      // Rejects if the person cancels.
      await navigator.share({ title: episode.title, text, url }).catch(() => undefined);
      return;
    }
    const copied = await copy(url);
    setOutcome({ copied, url });
  }

  return (
    <>
      <TextButton
        onClick={() => void share()}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm tabular-nums"
      >
        <Share aria-hidden className="size-4" strokeWidth={2} />
        {'share' in navigator ? 'Share' : 'Copy link to'} {time}
      </TextButton>
      <span role="status" className="text-sm text-soft empty:hidden">
        {outcome?.copied ? 'Link copied' : ''}
      </span>
      {outcome?.copied === false && (
        <input
          readOnly
          aria-label="Link to share"
          value={outcome.url}
          onFocus={({ target }) => target.select()}
          className="h-11 w-full rounded-xl border border-field bg-surface px-3 text-base"
        />
      )}
    </>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
