import type { ConnectedApp } from 'functions/contract';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { useApps } from '#shared/data/hooks/use-live-list.ts';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { dayText } from '#shared/text/dates.ts';
import { ListSection } from '#shared/ui/list-section.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { DoneText } from '#shared/ui/section-parts.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { RevocableRow } from '#features/account/keys/revocable-row.tsx';

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
    <ListSection
      id="apps"
      name="Connected apps"
      count={apps.length}
      text={
        <>
          Assistants such as Claude and ChatGPT connect with one press, without a key.{' '}
          <TextLink to="/developers#connect">How to connect one</TextLink>
        </>
      }
    >
      <DoneText text={done} />
      <ul className="divide-y divide-line empty:hidden">
        {apps.map((app) => (
          <li key={app.id}>
            <AppRow app={app} onRevoked={() => setDone(`“${app.name}” disconnected.`)} />
          </li>
        ))}
      </ul>
    </ListSection>
  );
}

function AppRow({ app, onRevoked }: { app: ConnectedApp; onRevoked: () => void }) {
  const { id, name, host, scopes, createdAtMs, lastUsedAtMs } = app;
  const used = lastUsedAtMs === undefined ? 'not used yet' : `last used ${dayText(lastUsedAtMs)}`;
  return (
    <RevocableRow
      icon={Plug}
      name={name}
      facts={[host ?? 'on a device', `connected ${dayText(createdAtMs)}`, used]}
      scopes={scopes}
      verb="Disconnect"
      question={`“${name}” can no longer use your account. You can connect it again.`}
      failed="Failed to disconnect the app. Please try again."
      revoke={({ revokeApp }) => revokeApp(id)}
      onRevoked={onRevoked}
    />
  );
}
