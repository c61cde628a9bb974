import { useChannels, usePerson } from '#shared/data/hooks/use-live-list.ts';
import { AddChannelLink } from '#shared/data/add-channel-link.tsx';
import { emailText } from '#shared/text/clock-text.ts';
import { TextLink } from '#shared/ui/text-link.tsx';

/** Max named channels. Further channels are only counted. */
const NAMED = 3;

/** Requires a `MemberArea`. */
export function DeliveryLine() {
  const live = usePerson();
  const channels = useChannels();
  if (live.status === 'failed') return null;
  const on =
    channels.status === 'ready' ? channels.items.filter(({ state }) => state === 'on') : [];
  const names = on.slice(0, NAMED).map(({ name }) => name);
  const more = on.length > NAMED ? [`${on.length - NAMED} more`] : [];
  const email = live.status === 'ready' ? [emailText(live.person.preferences)] : [];
  return (
    <div
      aria-busy={live.status === 'loading'}
      className="flex flex-wrap items-center gap-x-4 text-[0.9375rem] text-soft"
    >
      <p className="flex min-h-9 min-w-0 flex-1 basis-64 items-center gap-x-4">
        <span className="min-w-0 truncate">{[...email, ...names, ...more].join(' · ')}</span>
        <TextLink to="/delivery" className="inline-flex min-h-9 items-center">
          Change<span className="sr-only"> email and channels</span>
        </TextLink>
      </p>
      {channels.status === 'ready' && channels.items.length === 0 && (
        // On a phone this link would need its own line, and "Change" leads to the same page.
        <span className="max-sm:hidden">
          <AddChannelLink />
        </span>
      )}
    </div>
  );
}
