import { type Channel, type ChannelTested } from 'functions/contract';
import { type ReactNode, useState } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { isThisBrowser, unsubscribeBrowser } from '#shared/page/push-subscription.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Question } from '#shared/ui/question.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { ChooseAlerts } from './choose-alerts.tsx';
import { created, type NewSecrets } from './new-secrets.ts';
import { RenameChannel } from './rename-channel.tsx';

interface ChannelActionsProps {
  id: string;
  channel: Channel;
  alerts: readonly SavedAlert[];
  onReplaced: (channel: Channel, created: NewSecrets) => void;
  onDeleted: (channel: Channel) => void;
}

type Form = 'alerts' | 'rename' | 'replace' | 'delete';

export function ChannelActions({ id, channel, alerts, ...callbacks }: ChannelActionsProps) {
  const { id: channelId, kind, name, state } = channel;
  const [asked, setAsked] = useState<Form>();
  const [tested, setTested] = useState<ChannelTested>();
  const { busy, failure, run, forget } = useCall('Something went wrong. Please try again.');
  const isOn = state === 'on';
  const isFeed = kind === 'feed';

  function ask(what: Form) {
    setTested(undefined);
    forget();
    setAsked(what);
  }

  function press(call: Parameters<typeof run>[0]) {
    setTested(undefined);
    run(call);
  }

  function change(wanted: { name: string } | { alerts: Channel['alerts'] }) {
    press(async (calls) => {
      await calls.changeChannel({ channelId, ...wanted });
      setAsked(undefined);
    });
  }

  const close = () => setAsked(undefined);
  return (
    <div
      id={id}
      role="group"
      aria-label={`Actions of ${name}`}
      className="mb-3 space-y-2 rounded-xl bg-sunken p-3"
    >
      <div className="flex flex-wrap gap-x-5">
        {!isFeed && (
          <Press
            of={name}
            disabled={busy}
            onPress={() => press(async (calls) => setTested(await calls.testChannel(channelId)))}
          >
            Send test
          </Press>
        )}
        <Press of={name} disabled={busy} onPress={() => ask('alerts')}>
          Choose alerts
        </Press>
        {(isFeed || kind === 'webhook') && (
          <Press of={name} disabled={busy} onPress={() => ask('replace')}>
            {isFeed ? 'New address' : 'New secret'}
          </Press>
        )}
        <Press
          of={name}
          disabled={busy}
          onPress={() => press((calls) => calls.changeChannel({ channelId, isOn: !isOn }))}
        >
          {isOn ? 'Switch off' : 'Switch on'}
        </Press>
        <Press of={name} disabled={busy} onPress={() => ask('rename')}>
          Rename
        </Press>
      </div>
      <p role="status" className="text-sm wrap-anywhere empty:hidden">
        {tested?.isAccepted && tested.message}
      </p>
      <div className="space-y-2 empty:hidden">
        {tested?.isAccepted === false && <FailureNotice text={tested.message} />}
        <FailureNotice text={failure} />
        {asked === 'alerts' && (
          <ChooseAlerts
            channel={channel}
            alerts={alerts}
            busy={busy}
            onChoose={(chosen) => change({ alerts: chosen })}
            onCancel={close}
          />
        )}
        {asked === 'rename' && (
          <RenameChannel
            name={name}
            busy={busy}
            onRename={(next) => change({ name: next })}
            onCancel={close}
          />
        )}
        {asked === 'replace' && (
          <Question
            text={isFeed ? REPLACES_ADDRESS : REPLACES_SECRET}
            confirm={isFeed ? 'Make a new address' : 'Make a new secret'}
            busy={busy}
            onConfirm={() =>
              press(async (calls) => {
                callbacks.onReplaced(channel, created(await calls.replaceSecret(channelId)));
                setAsked(undefined);
              })
            }
            onCancel={close}
          />
        )}
      </div>
      <div className="border-t border-line pt-1">
        <Press of={name} disabled={busy} removes onPress={() => ask('delete')}>
          Delete
        </Press>
        {asked === 'delete' && (
          <Question
            text={`“${name}” gets no more matches${isFeed ? ', and its address stops working' : ''}. This cannot be undone.`}
            confirm="Delete"
            isDanger
            busy={busy}
            onConfirm={() =>
              press(async (calls) => {
                await calls.deleteChannel(channelId);
                if (isThisBrowser(channelId)) await unsubscribeBrowser();
                callbacks.onDeleted(channel);
              })
            }
            onCancel={close}
          />
        )}
      </div>
    </div>
  );
}

const REPLACES_ADDRESS = 'The old address stops working at once. Give your apps the new one.';
const REPLACES_SECRET =
  'For one day, messages are signed with both secrets. Then only with the new one.';

interface PressProps {
  of: string;
  disabled: boolean;
  removes?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Press({ of, disabled, removes = false, onPress, children }: PressProps) {
  return (
    <TextButton
      disabled={disabled}
      className={`min-h-11 text-sm disabled:opacity-70 sm:min-h-9 ${removes ? 'text-danger!' : ''}`}
      onClick={onPress}
    >
      {children}
      <span className="sr-only"> ({of})</span>
    </TextButton>
  );
}
