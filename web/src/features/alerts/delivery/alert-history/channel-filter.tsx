import type { Channel, Delivery } from 'functions/contract';
import { SelectField } from '#shared/ui/select-field.tsx';

/** Filter value that shows all deliveries. Other values are `email` and channel ids. */
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

export function ChannelFilter({ channels, chosen, onChoose }: ChannelFilterProps) {
  return (
    <div className="max-w-xs">
      <SelectField label="Sent to" value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value={EVERYTHING}>All</option>
        <option value={EMAIL}>Email</option>
        {channels.map((channel) => (
          <option key={channel.id} value={channel.id}>
            {channel.name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
