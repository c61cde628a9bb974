import { MAX_SHOWS } from 'functions/contract';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { useShows } from '#shared/data/hooks/use-live-list.ts';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useUnverifiedEmail, VerifyFirst } from '#shared/data/verify-first.tsx';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { followOne } from '#features/shows/follow-one.ts';

interface FollowShowProps {
  id: string;
  title: string;
  feedUrl: string;
  /** True if the person wanted to follow it before signing in. It is followed once the address is verified. */
  isWanted?: boolean;
  onFollowed?: () => void;
}

export function FollowShow(props: FollowShowProps) {
  return (
    <MemberArea fallback={<div className="h-12" />}>
      <Follow {...props} />
    </MemberArea>
  );
}

function Follow({ id, title, feedUrl, isWanted = false, onFollowed }: FollowShowProps) {
  const live = useShows();
  const unverified = useUnverifiedEmail();
  const [followedAs, setFollowedAs] = useState(id);
  const { busy, failure, run } = useCall('Failed to follow the show. Please try again.');
  const isKnown = live.status !== 'loading';
  const wasAsked = useRef(false);
  const shows = live.status === 'ready' ? live.items : [];
  const isFollowed = shows.some((show) => show.id === id || show.id === followedAs);

  function follow() {
    run(async (calls) => {
      setFollowedAs(await followOne(calls, feedUrl));
      onFollowed?.();
    });
  }

  useEffect(() => {
    if (!isWanted || !isKnown || unverified !== null || isFollowed || wasAsked.current) return;
    wasAsked.current = true;
    follow();
  });

  if (!isKnown) return <div className="h-12" />;
  if (isFollowed) {
    return (
      <p className="flex min-h-12 items-center gap-1.5 font-semibold" role="status">
        <Check aria-hidden className="size-5 text-link" strokeWidth={2} />
        Following. <TextLink to="/alerts#shows">Your shows</TextLink>
      </p>
    );
  }
  if (unverified !== null)
    return <VerifyFirst to={isWanted ? `follow ${title}` : 'follow shows'} email={unverified} />;
  if (shows.length >= MAX_SHOWS) {
    return (
      <p className="text-sm">
        You have reached the limit of {MAX_SHOWS} shows. Stop following one to add another.
      </p>
    );
  }
  return (
    <div className="space-y-3">
      <Button className="w-full" disabled={busy} onClick={follow}>
        {busy ? 'Following…' : 'Follow'}
        <span className="sr-only"> {title}</span>
      </Button>
      <FailureNotice text={failure} />
    </div>
  );
}
