import type { Episode, Sentence } from 'functions/contract';
import { Quote, Share } from 'lucide-react';
import { useState } from 'react';
import { keepShared } from '#shared/player/keep-shared.ts';
import { momentAddress } from '#shared/player/moment-address.ts';
import { playingTime } from '#shared/text/playing-time.ts';
import { TextButton } from '#shared/ui/text-button.tsx';

interface ShareMomentProps {
  episode: Episode;
  atS: number | undefined;
  said: readonly Sentence[];
}

const BUTTON = 'inline-flex min-h-11 items-center gap-1.5 text-sm noscript:hidden';

/** Shares the page's address, or copies the quotation as Markdown. */
export function ShareMoment({ episode, atS, said }: ShareMomentProps) {
  const [outcome, setOutcome] = useState('');
  const address = momentAddress(episode, atS);
  const time = atS === undefined ? '' : ` to ${playingTime(atS)}`;

  async function share() {
    void keepShared(episode, atS);
    const { title, podcast } = episode;
    const from = atS === undefined ? '' : `, from ${playingTime(atS)}`;
    if ('share' in navigator) {
      // Rejects if the person cancels.
      await navigator
        .share({ title, text: `${title} (${podcast})${from}`, url: address })
        .catch(() => undefined);
      return;
    }
    await copy(address, 'Link copied');
  }

  /** Shows the text if the browser refuses to copy. */
  async function copy(text: string, done: string) {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(done);
    } catch {
      setOutcome(text);
    }
  }

  return (
    <>
      <TextButton onClick={() => void share()} className={BUTTON}>
        <Share aria-hidden className="size-4" strokeWidth={2} />
        Copy link{time}
      </TextButton>
      {said.length > 0 && (
        <TextButton
          onClick={() => {
            void keepShared(episode, atS);
            void copy(quoted(episode, said, address), 'Quote copied');
          }}
          className={BUTTON}
        >
          <Quote aria-hidden className="size-4" strokeWidth={2} />
          Copy quote
        </TextButton>
      )}
      <span role="status" className="text-sm wrap-anywhere text-soft empty:hidden">
        {outcome}
      </span>
    </>
  );
}

/** Markdown: each line of the quotation, then where it is from. */
function quoted({ title, podcast }: Episode, said: readonly Sentence[], address: string): string {
  const lines = said.map(({ text }) => `> ${text}`);
  const name = `${title} (${podcast})`.replace(/[[\]\\]/g, String.raw`\$&`);
  return `${lines.join('\n')}\n>\n> [${name}](${address})\n`;
}
