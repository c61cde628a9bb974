import { clsx } from 'clsx';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { usePartRetry } from '#shared/loading/late-part.tsx';
import { PartFailure } from '#shared/loading/load-part.ts';
import { site } from '#shared/site.ts';
import { Button } from '#shared/ui/button.tsx';

export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      instead={(failure, again) =>
        failure instanceof PartFailure ? (
          <PartNotice failure={failure} onLoaded={again} />
        ) : (
          <CrashNotice />
        )
      }
    >
      {children}
    </ErrorBoundary>
  );
}

interface NoticeProps {
  small?: boolean | undefined;
  children?: ReactNode;
}

interface PartNoticeProps extends NoticeProps {
  failure: PartFailure;
  /** Called when a retry succeeds. A retry also starts when the connection returns. */
  onLoaded: () => void;
}

export function PartNotice({ failure, onLoaded, small, children }: PartNoticeProps) {
  const { kind, retry } = usePartRetry(failure, onLoaded);
  const [busy, setBusy] = useState(false);
  if (kind === 'missing') return <CrashNotice small={small}>{children}</CrashNotice>;

  async function press({ currentTarget: button }: MouseEvent) {
    setBusy(true);
    const focused = document.activeElement === button;
    const loaded = await retry();
    setBusy(false);
    // The focused button is gone, so the focus must move.
    if (loaded && focused) document.getElementById('content')?.focus();
  }

  return (
    <Notice
      heading="You are offline"
      text="This page is not loaded yet. It appears when you are back online."
      small={small}
    >
      <Button onClick={(event) => void press(event)}>{busy ? 'Retrying…' : 'Retry'}</Button>
      {children}
    </Notice>
  );
}

function CrashNotice({ small, children }: NoticeProps) {
  return (
    <Notice
      heading="Something went wrong"
      text="This page ran into an error. Reloading usually helps."
      small={small}
    >
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
      {children}
    </Notice>
  );
}

function Notice({
  heading,
  text,
  small = false,
  children,
}: NoticeProps & { heading: string; text: string }) {
  const Heading = small ? 'h2' : 'h1';
  return (
    <div className={clsx('mx-auto max-w-xl px-4 text-center', small ? 'py-7' : 'py-24')}>
      {!small && <title>{`${heading} – ${site.name}`}</title>}
      <div role="alert">
        <Heading className="text-2xl font-bold tracking-title">{heading}</Heading>
        <p className="mt-3 text-balance text-soft">{text}</p>
      </div>
      <div className="mt-7 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
