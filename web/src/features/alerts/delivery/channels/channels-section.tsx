import { isThisBrowser } from '#shared/page/push-subscription.ts';
import { type Channel, type ChannelKind, MAX_CHANNELS } from 'functions/contract';
import { useState } from 'react';
import { ListSection } from '#shared/ui/list-section.tsx';
import { AddButton, DoneText } from '#shared/ui/section-parts.tsx';
import { ShownOnce } from '#shared/ui/shown-once.tsx';
import { useSecretState } from '#shared/ui/use-secret-state.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { AddChannel } from './add-channel.tsx';
import { ChannelRow } from './channel-row.tsx';
import { failingFirst } from './channel-state.ts';
import { usePerson } from '#shared/data/hooks/use-live-list.ts';
import { useUnverifiedEmail, VerifyFirst } from '#shared/data/verify-first.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import type { NewSecrets } from './new-secrets.ts';

interface ChannelsSectionProps {
  channels: readonly Channel[];
  alerts: readonly SavedAlert[];
}

interface NewSecret {
  kind: ChannelKind;
  title: string;
  secrets: { label: string; value: string }[];
}

/** `#channels` links here. Requires a `MemberArea`. */
export function ChannelsSection({ channels, alerts }: ChannelsSectionProps) {
  useAnchor('channels', usePerson().status !== 'loading');
  const unverified = useUnverifiedEmail();
  const [isAdding, setAdding] = useState(false);
  const [done, setDone] = useState('');
  /** True after the form was cancelled, so that the button that opens the form gets the focus. */
  const [isBack, setBack] = useState(false);
  const [shown, setShown] = useSecretState<NewSecret>();
  // The order is fixed when the page opens, so that no row moves while the person works on it.
  const [order] = useState(() => failingFirst(channels).map(({ id }) => id));

  function announce(kind: ChannelKind, name: string, created: NewSecrets, isNew: boolean) {
    const secrets = secretsOf(created);
    const what = kind === 'feed' ? 'address' : 'secret';
    const title = `“${name}” ${isNew ? 'added' : `has a new ${what}`}.`;
    setDone(secrets.length === 0 ? `${title} Send a test to see that it works.` : '');
    setShown(secrets.length === 0 ? undefined : { kind, title, secrets });
  }

  return (
    <ListSection
      id="channels"
      name="Your channels"
      count={channels.length}
      text="Get matches within about 15 minutes on your phone, in Slack or another chat, in a feed reader or podcast app, or in your own program."
    >
      {shown && (
        <ShownOnce title={shown.title} secrets={shown.secrets} onDone={() => setShown(undefined)}>
          {shown.kind === 'feed' ? WARNS_OF_ADDRESS : WARNS_OF_SECRET}
        </ShownOnce>
      )}
      <DoneText text={done} />
      <ul className="divide-y divide-line empty:hidden">
        {inOrder(channels, order).map((channel) => (
          <li key={channel.id}>
            <ChannelRow
              channel={channel}
              alerts={alerts}
              onReplaced={({ kind, name }, created) => announce(kind, name, created, false)}
              onDeleted={({ name }) => {
                setShown(undefined);
                setDone(`“${name}” deleted.`);
              }}
            />
          </li>
        ))}
      </ul>
      {unverified !== null ? (
        <VerifyFirst to="add channels" email={unverified} />
      ) : isAdding ? (
        <AddChannel
          isBrowserAdded={channels.some(({ id }) => isThisBrowser(id))}
          alerts={alerts}
          onAdded={(kind, name, created) => {
            setAdding(false);
            announce(kind, name, created, true);
          }}
          onCancel={() => {
            setAdding(false);
            setBack(true);
          }}
        />
      ) : channels.length >= MAX_CHANNELS ? (
        <p className="text-sm">
          You have reached the limit of {MAX_CHANNELS} channels. Delete one to add another.
        </p>
      ) : (
        <AddButton
          label="Add a channel"
          isBack={isBack}
          onPress={() => {
            setDone('');
            setAdding(true);
          }}
        />
      )}
    </ListSection>
  );
}

/** Sorts channels by `order`. Channels missing in `order` come first. */
function inOrder(channels: readonly Channel[], order: readonly string[]): Channel[] {
  return [...channels].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

const WARNS_OF_ADDRESS =
  'Anyone with this address can read your matches. If someone else has it, make a new one.';
const WARNS_OF_SECRET =
  'Your server uses it to check that a message comes from us. If someone else has it, make a new one.';

function secretsOf({ secret, feed }: NewSecrets): NewSecret['secrets'] {
  return [
    ...(secret === undefined ? [] : [{ label: 'Signing secret', value: secret }]),
    ...(feed === undefined
      ? []
      : [
          { label: 'RSS, for podcast apps and readers', value: feed.rss },
          { label: 'JSON Feed, for programs', value: feed.json },
        ]),
  ];
}
