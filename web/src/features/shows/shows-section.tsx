import { type FollowedShow, MAX_SHOWS } from 'functions/contract';
import { useShows } from '#shared/data/hooks/use-live-list.ts';
import { useUnverifiedEmail, VerifyFirst } from '#shared/data/verify-first.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { ListSection } from '#shared/ui/list-section.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AddShow } from './add-show.tsx';
import { ShowList } from './show-list.tsx';

const NONE: readonly FollowedShow[] = [];

export function ShowsSection() {
  const unverified = useUnverifiedEmail();
  const live = useShows();
  useAnchor('shows', live.status !== 'loading');
  const shows = live.status === 'ready' ? live.items : NONE;
  return (
    <ListSection
      id="shows"
      name="Your shows"
      count={shows.length}
      isLoading={live.status === 'loading'}
      className="scroll-mt-56 sm:scroll-mt-72"
      text="Your alerts always cover the podcasts you follow, and we check those first. Private feeds are searched only for people who added them."
    >
      {unverified !== null ? (
        <VerifyFirst to="add shows" email={unverified} />
      ) : shows.length >= MAX_SHOWS ? (
        <p className="text-sm">
          You have reached the limit of {MAX_SHOWS} shows. Stop following one to add another.
        </p>
      ) : (
        <AddShow shows={shows} />
      )}
      {live.status === 'failed' && <FailureNotice text="Your shows cannot be loaded right now." />}
      <ShowList shows={shows} />
    </ListSection>
  );
}
