import { type MouseEvent, type ReactNode, useState } from 'react';
import type { PartFailure } from '#shared/loading/load-part.ts';
import { Button } from '#shared/ui/button.tsx';
import { CrashNotice } from './crash-notice.tsx';
import { NoticePage } from './notice-page.tsx';
import { usePartRetry } from './use-part-retry.ts';

interface PartNoticeProps {
  failure: PartFailure;
  /** Called once the part is there, which happens by itself when the connection returns. */
  onLoaded: () => void;
  /** Stands beside a page, not in its place. */
  small?: boolean;
  /** A further button. */
  children?: ReactNode;
}

/** Says why a part of the site is not there. */
export function PartNotice({ failure, onLoaded, small, children }: PartNoticeProps) {
  const { kind, retry } = usePartRetry(failure, onLoaded);
  const [busy, setBusy] = useState(false);
  if (kind === 'missing') return <CrashNotice small={small}>{children}</CrashNotice>;

  async function press({ currentTarget: button }: MouseEvent) {
    setBusy(true);
    const focused = document.activeElement === button;
    const loaded = await retry();
    setBusy(false);
    // The button disappears, and the focus would be lost with it.
    if (loaded && focused) document.getElementById('content')?.focus();
  }

  return (
    <NoticePage
      heading="You are offline"
      text="This part of the site has not been loaded yet. It appears by itself when you are connected again."
      small={small}
    >
      <Button onClick={(event) => void press(event)}>{busy ? 'Retrying…' : 'Retry'}</Button>
      {children}
    </NoticePage>
  );
}
