import type { AlertFields } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';
import { AlertLink } from './alert-links.tsx';
import { MarkRead } from './mark-read.tsx';
import { UnreadMark } from './unread-mark.tsx';

interface CountRowProps {
  count: number;
  alert: AlertFields;
  isUnread: boolean;
  onOpen: () => void;
}

/** Matches of a day that are only counted. Leads to the search that finds them. */
export function CountRow({ count, alert, isUnread, onOpen }: CountRowProps) {
  return (
    <article
      data-row
      tabIndex={-1}
      className="flex min-h-13 items-center gap-3 rounded-2xl border border-line bg-surface px-4 text-[0.9375rem] text-soft shadow-card outline-none has-[:focus-visible]:border-field sm:px-5"
    >
      <p className="min-w-0 flex-1 py-3">
        {isUnread && <UnreadMark className="mr-2 inline-block size-2.5 align-baseline" />}
        <span>{`${numberText(count)} more ${count === 1 ? 'episode mentions' : 'episodes mention'}`}</span>{' '}
        <AlertLink alert={alert} onOpen={onOpen} />
      </p>
      {isUnread && <MarkRead name={`${numberText(count)} more`} onRead={onOpen} />}
    </article>
  );
}
