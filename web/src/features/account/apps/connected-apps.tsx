import type { ConnectedApp } from 'functions/contract';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { useApps } from '#shared/data/hooks/use-live-list.ts';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { dayText } from '#shared/text/dates.ts';
import { FactLine } from '#shared/ui/fact-line.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Question } from '#shared/ui/question.tsx';
import { DoneText } from '#shared/ui/section-parts.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { SCOPES } from '#features/account/keys/key-scopes.ts';

const FAILED = <FailureNotice text="Your connected apps cannot be loaded right now." />;

/** The target of links to `#apps`. */
export function ConnectedAppsArea() {
  return (
    <MemberArea failed={FAILED} fallback={<Room />}>
      <Apps />
    </MemberArea>
  );
}

function Apps() {
  const apps = useApps();
  useAnchor('apps', apps.status !== 'loading');
  if (apps.status === 'loading') return <Room />;
  if (apps.status === 'failed') return FAILED;
  return <ConnectedApps apps={apps.items} />;
}

function Room() {
  return <div role="status" aria-label="Loading connected apps" className="min-h-28" />;
}

function ConnectedApps({ apps }: { apps: readonly ConnectedApp[] }) {
  const [done, setDone] = useState('');
  return (
    <section
      id="apps"
      tabIndex={-1}
      aria-labelledby="apps-heading"
      className="scroll-mt-6 space-y-3 rounded-3xl border border-line bg-surface p-5 outline-none sm:px-7"
    >
      <div>
        <h2 id="apps-heading" className="font-semibold">
          {apps.length > 0 ? `Connected apps (${apps.length})` : 'Connected apps'}
        </h2>
        <p className="mt-0.5 text-sm leading-relaxed text-soft">
          Assistants such as Claude and ChatGPT connect with one press, without a key.{' '}
          <TextLink to="/developers#connect">How to connect one</TextLink>
        </p>
      </div>
      <DoneText text={done} />
      <ul className="divide-y divide-line empty:hidden">
        {apps.map((app) => (
          <li key={app.id}>
            <AppRow app={app} onRevoked={() => setDone(`“${app.name}” disconnected.`)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AppRow({ app, onRevoked }: { app: ConnectedApp; onRevoked: () => void }) {
  const { id, name, host, scopes, createdAtMs, lastUsedAtMs } = app;
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run } = useCall('Failed to disconnect the app. Please try again.');
  const used = lastUsedAtMs === undefined ? 'not used yet' : `last used ${dayText(lastUsedAtMs)}`;
  return (
    <div className="flex gap-3 py-3">
      <Plug aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <FactLine facts={[host ?? 'on a device', `connected ${dayText(createdAtMs)}`, used]} />
        <p className="text-sm text-soft">{scopes.map((scope) => SCOPES[scope]).join('. ')}.</p>
        <TextButton
          disabled={busy}
          className="min-h-9 text-sm disabled:opacity-70"
          onClick={() => setAsked(true)}
        >
          Disconnect<span className="sr-only"> ({name})</span>
        </TextButton>
        <FailureNotice text={failure} />
        {isAsked && (
          <Question
            text={`“${name}” can no longer use your account. You can connect it again.`}
            confirm="Disconnect"
            busy={busy}
            onConfirm={() =>
              run(async ({ revokeApp }) => {
                await revokeApp(id);
                onRevoked();
              })
            }
            onCancel={() => setAsked(false)}
          />
        )}
      </div>
    </div>
  );
}
