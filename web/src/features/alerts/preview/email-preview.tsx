import { alertName, type DigestPreview } from 'functions/contract';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { loadPart } from '#shared/loading/load-part.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { errorCode } from '#shared/data/session/auth-service.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { SheetDialog } from '#shared/ui/sheet-dialog.tsx';

interface EmailPreviewProps {
  alert: SavedAlert;
  onClose: () => void;
  /** Called after the dialog has closed, to return the focus. */
  onClosed: () => void;
}

type PreviewState =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | ({ status: 'ready' } & DigestPreview);

async function request(alertId: string): Promise<DigestPreview> {
  const { previewDigest } = await loadPart(() => import('#shared/data/account-calls.ts'));
  return previewDigest(alertId);
}

function usePreview(alertId: string) {
  const [state, setState] = useState<PreviewState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let outdated = false;
    request(alertId)
      .then((preview): PreviewState => ({ status: 'ready', ...preview }))
      .catch((error: unknown): PreviewState => ({ status: 'failed', text: failureText(error) }))
      .then((next) => {
        if (!outdated) setState(next);
      })
      .catch(() => undefined);
    return () => {
      outdated = true;
    };
  }, [alertId, attempt]);

  function retry(): void {
    setState({ status: 'loading' });
    setAttempt(attempt + 1);
  }
  return { state, retry };
}

function failureText(error: unknown): string {
  switch (errorCode(error)) {
    case 'functions/resource-exhausted':
      return 'Too many requests. Please wait a moment and try again.';
    case 'functions/not-found':
      return 'This alert no longer exists.';
    case null:
    default:
      return 'The preview is not available right now. Please try again.';
  }
}

/** The dialog is open while this is mounted. */
export function EmailPreview({ alert, onClose, onClosed }: EmailPreviewProps) {
  const { state, retry } = usePreview(alert.id);
  return (
    <SheetDialog
      title="Email preview"
      closeLabel="Close email preview"
      onClose={onClose}
      onClosed={onClosed}
      className="h-[92dvh] max-w-2xl"
    >
      <Dialog.Description className="px-5 text-sm leading-relaxed text-soft sm:px-7">
        What “{alertName(alert)}” would send today.{' '}
        {state.status === 'ready' && state.mail !== null && spanText(state.days)}
      </Dialog.Description>
      <Mail state={state} onRetry={retry} />
    </SheetDialog>
  );
}

function spanText(days: number): string {
  const span = days === 1 ? 'the last day' : `the last ${days} days`;
  return `With the episodes of ${span}, sent or not. Links in the preview only open your alerts.`;
}

function Mail({ state, onRetry }: { state: PreviewState; onRetry: () => void }) {
  if (state.status === 'ready' && state.mail !== null) {
    const { subject, html } = state.mail;
    return (
      <>
        <p role="status" className="px-5 pt-2 pb-3 font-semibold wrap-anywhere sm:px-7">
          <span className="font-normal text-soft">Subject: </span>
          {subject}
        </p>
        {/* The email contains text from feeds: no script runs in the frame, and its links open new tabs. */}
        <iframe
          title="The email"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html}
          className="w-full flex-1 border-t border-line sm:rounded-b-3xl"
        />
      </>
    );
  }
  return (
    <div className="space-y-4 px-5 pt-4 sm:px-7">
      <p role="status" className="text-[0.9375rem] text-soft empty:hidden">
        {state.status === 'loading' && <span>Making the preview…</span>}
        {state.status === 'ready' && (
          <span>{`Nothing new in the last ${state.days} days, so there is no email to show. You get one when an episode matches.`}</span>
        )}
      </p>
      {state.status === 'failed' && (
        <>
          <FailureNotice text={state.text} />
          <Button tone="plain" className="h-11 text-[0.9375rem]" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}
