import type { Channel, Delivery } from 'functions/contract';
import { useId } from 'react';

/** What is shown: everything, `email`, or the id of a channel. */
export const EVERYTHING = '';
const EMAIL = 'email';

export function isShown(filter: string, { channel }: Pick<Delivery, 'channel'>): boolean {
  return filter === EVERYTHING || filter === (channel?.id ?? EMAIL);
}

interface ChannelFilterProps {
  channels: readonly Channel[];
  chosen: string;
  onChoose: (filter: string) => void;
}

/** Chooses between email and the channels. */
export function ChannelFilter({ channels, chosen, onChoose }: ChannelFilterProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label htmlFor={id} className="text-soft">
        Sent to
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        className="h-11 max-w-full min-w-0 rounded-xl border border-field bg-canvas px-3 text-base text-ink"
      >
        <option value={EVERYTHING}>All</option>
        <option value={EMAIL}>Email</option>
        {channels.map((channel) => (
          <option key={channel.id} value={channel.id}>
            {channel.name}
          </option>
        ))}
      </select>
    </div>
  );
}
