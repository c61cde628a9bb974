import { AddChannelLink } from '#shared/data/add-channel-link.tsx';
import { useChannels } from '#shared/data/hooks/use-live-list.ts';

/** Suggests a channel to people without channels. Requires a `MemberArea`. */
export function ChannelHint() {
  const channels = useChannels();
  if (channels.status !== 'ready' || channels.items.length > 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-soft">
      Goes to: Email
      <AddChannelLink />
    </p>
  );
}
