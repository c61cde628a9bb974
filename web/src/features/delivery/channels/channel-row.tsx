import { CATCH_UP_DAYS, type Channel, type ChannelTested } from 'functions/contract';
import { type ReactNode, useState } from 'react';
import { useCall } from '#shared/member/hooks/use-call.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { Question } from '#features/delivery/question.tsx';
import { KINDS } from './channel-kinds.ts';
import { channelState } from './channel-state.ts';
import { created, type NewSecrets } from './new-secrets.ts';
import { RenameChannel } from './rename-channel.tsx';

interface ChannelRowProps {
  channel: Channel;
  /** How many alerts go into it. */
  alerts: string;
  /** Called with the new secret of a webhook, or the new addresses of a feed. */
  onReplaced: (channel: Channel, created: NewSecrets) => void;
  onDeleted: (channel: Channel) => void;
}

/** A channel with its state, and the buttons that test, replace, switch and delete it. */
export function ChannelRow({ channel, alerts, onReplaced, onDeleted }: ChannelRowProps) {
  const { id, kind, name, host, state } = channel;
  const { icon: Icon, name: kindName } = KINDS[kind];
  const [asked, setAsked] = useState<'rename' | 'replace' | 'delete'>();
  const [tested, setTested] = useState<ChannelTested>();
  const { busy, failure, run, forget } = useCall('That did not work. Please try again.');
  const { text, isProblem } = channelState(channel);
  const isOn = state === 'on';
  const facts = [kindName === name ? '' : kindName, host, alerts].filter(Boolean);

  function ask(what: 'rename' | 'replace' | 'delete') {
    setTested(undefined);
    forget();
    setAsked(what);
  }

  function press(call: Parameters<typeof run>[0]) {
    setTested(undefined);
    run(call);
  }

  return (
    <div className="flex gap-3 py-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          {facts.map((fact) => (
            <span key={fact} className="wrap-anywhere">
              {fact}
            </span>
          ))}
        </p>
        <p className={`text-sm wrap-anywhere ${isProblem ? 'text-danger' : 'text-soft'}`}>{text}</p>
        <div className="flex flex-wrap gap-x-4">
          {kind !== 'feed' && (
            <Press
              of={name}
              disabled={busy}
              onPress={() => press(async (calls) => setTested(await calls.testChannel(id)))}
            >
              Send test
            </Press>
          )}
          {(kind === 'feed' || kind === 'webhook') && (
            <Press of={name} disabled={busy} onPress={() => ask('replace')}>
              {kind === 'feed' ? 'New address' : 'New secret'}
            </Press>
          )}
          <Press
            of={name}
            disabled={busy}
            onPress={() => press((calls) => calls.changeChannel({ channelId: id, isOn: !isOn }))}
          >
            {isOn ? 'Switch off' : 'Switch on'}
          </Press>
          {state === 'off' && (
            <Press
              of={name}
              disabled={busy}
              onPress={() =>
                press((calls) => calls.changeChannel({ channelId: id, isOn: true, catchUp: true }))
              }
            >
              On, with the last {CATCH_UP_DAYS} days
            </Press>
          )}
          <Press of={name} disabled={busy} onPress={() => ask('rename')}>
            Rename
          </Press>
          <Press of={name} disabled={busy} onPress={() => ask('delete')}>
            Delete
          </Press>
        </div>
        <p role="status" className="text-sm wrap-anywhere empty:hidden">
          {tested?.isAccepted && tested.message}
        </p>
        <div className="space-y-2 empty:hidden">
          {tested?.isAccepted === false && <FailureNotice text={tested.message} />}
          <FailureNotice text={failure} />
          {asked === 'rename' && (
            <RenameChannel
              name={name}
              busy={busy}
              onRename={(next) =>
                press(async (calls) => {
                  await calls.changeChannel({ channelId: id, name: next });
                  setAsked(undefined);
                })
              }
              onCancel={() => setAsked(undefined)}
            />
          )}
          {asked === 'replace' && (
            <Question
              text={kind === 'feed' ? REPLACES_ADDRESS : REPLACES_SECRET}
              confirm={kind === 'feed' ? 'Make a new address' : 'Make a new secret'}
              busy={busy}
              onConfirm={() =>
                press(async (calls) => {
                  onReplaced(channel, created(await calls.replaceSecret(id)));
                  setAsked(undefined);
                })
              }
              onCancel={() => setAsked(undefined)}
            />
          )}
          {asked === 'delete' && (
            <Question
              text={`Nothing goes to “${name}” any more${kind === 'feed' ? ', and its address ends' : ''}. This cannot be undone.`}
              confirm="Delete"
              isDanger
              busy={busy}
              onConfirm={() =>
                press(async (calls) => {
                  await calls.deleteChannel(id);
                  onDeleted(channel);
                })
              }
              onCancel={() => setAsked(undefined)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

const REPLACES_ADDRESS =
  'The present address stops working at once: apps that read it need the new one.';
const REPLACES_SECRET =
  'Messages are signed with both secrets for a day, then with the new one alone.';

interface PressProps {
  of: string;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Press({ of, disabled, onPress, children }: PressProps) {
  return (
    <TextButton
      disabled={disabled}
      className="min-h-9 text-sm disabled:opacity-70"
      onClick={onPress}
    >
      {children}
      <span className="sr-only"> ({of})</span>
    </TextButton>
  );
}
