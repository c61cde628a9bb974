import { AddChannelLink } from '#shared/data/add-channel-link.tsx';
import { useChannels, usePerson } from '#shared/data/hooks/use-live-list.ts';
import { emailText } from '#shared/text/clock-text.ts';

/** Says when email comes, and suggests a channel to people without channels. Requires a `MemberArea`. */
export function ChannelHint() {
  const live = usePerson();
  const channels = useChannels();
  if (channels.status !== 'ready' || channels.items.length > 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-soft">
      {live.status === 'ready' ? emailText(live.person.preferences) : 'Email'}
      <AddChannelLink />
    </p>
  );
}
