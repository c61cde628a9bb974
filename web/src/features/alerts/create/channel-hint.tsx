import { AddChannelLink } from '#shared/member/add-channel-link.tsx';
import { useChannels } from '#shared/member/hooks/use-live-list.ts';

/** Where new alerts go, for those who have no channel. Only inside a `MemberArea`. */
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
