import type { AppDescribed, AppScope } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Refused, useCall } from '#shared/data/hooks/use-call.ts';
import { useSession } from '#shared/data/session/session-store.ts';
import { useUnverifiedEmail, VerifyFirst } from '#shared/data/verify-first.tsx';
import { returnAddress } from '#shared/page/return-address.ts';
import { site } from '#shared/site.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { ScopeBoxes } from '#features/account/keys/scope-boxes.tsx';

type App = Extract<AppDescribed, { kind: 'app' }>;

/** Where an app sends a person who wants to connect it. */
export function AuthorizePage() {
  const session = useSession();
  const unverified = useUnverifiedEmail();
  useEffect(() => {
    returnAddress.write(null);
  }, []);
  if (session.status !== 'signed-in') return null;
  return (
    <div className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <title>{`Connect an app – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      {unverified === null ? (
        <Asked email={session.user.email} />
      ) : (
        <>
          <Heading text="Connect an app" />
          <VerifyFirst to="connect an app" email={unverified} />
        </>
      )}
    </div>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <h1 className="mb-7 text-center text-3xl leading-tight font-bold tracking-display text-balance wrap-anywhere">
      {text}
    </h1>
  );
}

function Asked({ email }: { email: string }) {
  const request = useLocation().search;
  const [described, setDescribed] = useState<AppDescribed>();
  const [isBack, setBack] = useState(false);
  const { busy, failure, run } = useCall('The app cannot be connected right now.');
  const describe = () =>
    run(async ({ describeApp }) => setDescribed(await describeApp(request.slice(1))));
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    describe();
  });

  function leave(address: string): void {
    setBack(true);
    window.location.assign(address);
  }

  if (isBack) {
    return (
      <>
        <Heading text="Back to the app" />
        <p role="status" className="text-center leading-relaxed text-soft">
          If it does not continue by itself, close this tab and look at the app.
        </p>
      </>
    );
  }
  if (described === undefined) {
    return (
      <>
        <Heading text="Connect an app" />
        {failure === '' ? (
          <div role="status" aria-label="Loading" className="min-h-60" />
        ) : (
          <FailureNotice text={failure}>
            <Button tone="plain" className="mt-3" disabled={busy} onClick={describe}>
              Try again
            </Button>
          </FailureNotice>
        )}
      </>
    );
  }
  if (described.kind === 'refused') {
    const { message, back } = described;
    return (
      <>
        <Heading text="This app cannot be connected" />
        <FailureNotice text={message} />
        {back !== undefined && (
          <Button tone="plain" className="mt-5 w-full" onClick={() => leave(back)}>
            Back to the app
          </Button>
        )}
      </>
    );
  }
  return <Consent app={described} request={request.slice(1)} email={email} onDone={leave} />;
}

interface ConsentProps {
  app: App;
  request: string;
  email: string;
  onDone: (address: string) => void;
}

function Consent({ app, request, email, onDone }: ConsentProps) {
  const [scopes, setScopes] = useState<readonly AppScope[]>(app.scopes);
  const { busy, failure, run } = useCall('The app cannot be connected right now.');
  const allow = () =>
    run(async ({ allowApp }) => {
      const answer = await allowApp({ request, scopes: [...scopes] });
      if (answer.kind === 'refused') throw new Refused(answer.message);
      onDone(answer.address);
    });
  return (
    <>
      <Heading text={`Connect ${app.name}?`} />
      <div className="space-y-5 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7">
        <Origin app={app} />
        <fieldset>
          <legend className="font-semibold">It may</legend>
          <ScopeBoxes offered={app.scopes} chosen={scopes} onChange={setScopes} />
        </fieldset>
        <p className="text-sm leading-relaxed text-soft">
          For your account <span className="font-medium wrap-anywhere text-ink">{email}</span>. You
          can disconnect it at any time on your{' '}
          <TextLink to="/dashboard#apps">account page</TextLink>.
        </p>
        <FailureNotice text={failure} />
        <div className="grid gap-3">
          <Button disabled={busy || scopes.length === 0} onClick={allow}>
            {busy ? 'Connecting...' : 'Allow'}
          </Button>
          <Button tone="plain" disabled={busy} onClick={() => onDone(app.back)}>
            Not now
          </Button>
        </div>
      </div>
    </>
  );
}

/** Says who vouches for the app's name, and where the person is sent: both tell a false app from a true one. */
function Origin({ app: { name, vouchedBy, host } }: { app: App }) {
  return (
    <div className="space-y-2 leading-relaxed">
      {vouchedBy !== null ? (
        <p>
          <strong className="font-semibold wrap-anywhere">{vouchedBy}</strong> says that this is{' '}
          <span className="wrap-anywhere">{name}</span>.
        </p>
      ) : (
        <p>
          An app that calls itself <span className="wrap-anywhere">“{name}”</span>. Nobody has
          checked this name: allow it only if you have just asked it to connect.
        </p>
      )}
      <p className="text-soft">
        {host === null ? (
          <span>You then return to a program on this device.</span>
        ) : (
          <>
            You then return to{' '}
            <strong className="font-semibold wrap-anywhere text-ink">{host}</strong>.
          </>
        )}
      </p>
    </div>
  );
}
