import { type FollowedShow, MAX_SHOWS } from 'functions/contract';
import { useShows } from '#shared/data/hooks/use-live-list.ts';
import { useUnverifiedEmail, VerifyFirst } from '#shared/data/verify-first.tsx';
import { useAnchor } from '#shared/page/use-anchor.ts';
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
    <section
      id="shows"
      tabIndex={-1}
      aria-labelledby="shows-heading"
      aria-busy={live.status === 'loading'}
      className="scroll-mt-56 sm:scroll-mt-72 outline-none space-y-3 rounded-2xl border border-line bg-surface p-3 shadow-card sm:rounded-3xl sm:p-7"
    >
      <div>
        <h2 id="shows-heading" className="text-lg font-semibold tracking-title">
          {shows.length > 0 ? `Your shows (${shows.length})` : 'Your shows'}
        </h2>
        <p className="mt-0.5 text-sm leading-relaxed text-soft">
          Your alerts always cover the podcasts you follow, and we check those first. Private feeds
          are searched only for people who added them.
        </p>
      </div>
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
    </section>
  );
}
