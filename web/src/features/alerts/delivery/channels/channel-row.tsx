import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type Channel } from 'functions/contract';
import { useId, useState } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { isThisBrowser } from '#shared/page/push-subscription.ts';
import { FactLine } from '#shared/ui/fact-line.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { KINDS } from './channel-kinds.ts';
import { alertsText, channelState } from './channel-state.ts';
import type { NewSecrets } from './new-secrets.ts';

interface ChannelRowProps {
  channel: Channel;
  alerts: readonly SavedAlert[];
  /** Called with the new secret of a webhook, or the new addresses of a feed. */
  onReplaced: (channel: Channel, created: NewSecrets) => void;
  onDeleted: (channel: Channel) => void;
}

const DOTS = { works: 'bg-link', rests: 'border-2 border-soft', fails: 'bg-danger' };

export function ChannelRow({ channel, alerts, onReplaced, onDeleted }: ChannelRowProps) {
  const { kind, name, host } = channel;
  const { icon: Icon, name: usualName, fact: kindName = usualName } = KINDS[kind];
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const state = channelState(channel);
  const isPush = kind === 'push';
  const facts = [
    kindName === name ? '' : kindName,
    isPush ? (isThisBrowser(channel.id) ? 'This browser' : '') : host,
    alertsText(channel, alerts),
  ];
  return (
    <>
      <div className="relative flex gap-3 py-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
        <div className="min-w-0 flex-1 items-center gap-x-4 sm:flex">
          <div className="min-w-0 flex-1">
            <h3 className="font-semibold wrap-anywhere">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                aria-describedby={`${id}-state`}
                onClick={() => setOpen(!isOpen)}
                // Makes the whole row clickable.
                className="text-left after:absolute after:inset-0 after:rounded-xl"
              >
                {name}
              </button>
            </h3>
            <FactLine facts={facts} />
          </div>
          <p
            id={`${id}-state`}
            className={clsx(
              'flex items-baseline gap-2 text-sm sm:max-w-[60%]',
              state.kind === 'fails' ? 'text-danger' : 'text-soft',
            )}
          >
            <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', DOTS[state.kind])} />
            <span className="min-w-0 wrap-anywhere">{state.text}</span>
          </p>
        </div>
        <ChevronDown
          aria-hidden
          className={clsx('mt-0.5 size-5 shrink-0 text-soft', isOpen && 'rotate-180')}
        />
      </div>
      {isOpen && (
        <ChannelActions
          id={id}
          channel={channel}
          alerts={alerts}
          onReplaced={onReplaced}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}
