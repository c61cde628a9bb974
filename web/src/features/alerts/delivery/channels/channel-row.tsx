import { type Channel } from 'functions/contract';
import { useId, useState } from 'react';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { isThisBrowser } from '#shared/page/push-subscription.ts';
import { ListRow } from '#shared/ui/list-row.tsx';
import { RowToggle } from '#shared/ui/row-toggle.tsx';
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

export function ChannelRow({ channel, alerts, onReplaced, onDeleted }: ChannelRowProps) {
  const { kind, name, host } = channel;
  const { icon: Icon, name: usualName, fact: kindName = usualName } = KINDS[kind];
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { mark, last, problem } = channelState(channel);
  const isPush = kind === 'push';
  return (
    <>
      <ListRow
        lead={<Icon aria-hidden className="size-5" strokeWidth={1.75} />}
        title={
          <h3 className="min-w-0 wrap-anywhere">
            <RowToggle
              name={name}
              isOpen={isOpen}
              controls={id}
              describedBy={`${id}-facts ${id}-problem`}
              onToggle={() => setOpen(!isOpen)}
            />
          </h3>
        }
        mark={mark}
        factsId={`${id}-facts`}
        facts={[
          kindName === name ? '' : kindName,
          isPush ? (isThisBrowser(channel.id) ? 'This browser' : '') : host,
          alertsText(channel, alerts),
          last,
        ]}
      >
        <p id={`${id}-problem`} className="text-danger">
          {problem}
        </p>
      </ListRow>
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
