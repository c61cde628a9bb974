import { AlertPlace } from '#features/alerts/create/alert-place.tsx';
import { alertKeywords } from 'functions/contract';
import { HomePage, type HomeSlots } from '#features/search/home-page.tsx';
import type { SessionUser } from '#shared/session/session.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { memberEpisodeActions } from '#app/slots/member-episode-actions.tsx';
import { RefineSlot } from './refine-slot.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';
import { VerifySlot } from '#app/slots/verify-slot.tsx';
import { Welcome } from '#app/slots/welcome.tsx';

// These need the database, which loads after the search: the search works without it.
const TrackingKeywords = lazyNamed(
  () => import('#features/alerts/list/tracking-keywords.tsx'),
  'TrackingKeywords',
);
const AlertCreationPanel = lazyNamed(
  () => import('#features/alerts/create/alert-creation-panel.tsx'),
  'AlertCreationPanel',
);

const SLOTS: HomeSlots = {
  tracking: (onSearch, inOneRow) => (
    <QuietBoundary fallback={<div className="h-9" />}>
      <TrackingKeywords onSearch={onSearch} inOneRow={inOneRow} />
    </QuietBoundary>
  ),
  alerts: (keywords, spoken, onSearch) => (
    <QuietBoundary fallback={<AlertPlace />}>
      <AlertCreationPanel
        keywords={alertKeywords(keywords)}
        spoken={spoken}
        onSearch={onSearch}
        verify={<VerifySlot />}
      />
    </QuietBoundary>
  ),
  refine: RefineSlot,
  episodeActions: memberEpisodeActions,
};

/** The home page with what it offers to a signed-in person. */
export function MemberHome({ user }: { user: SessionUser }) {
  return <HomePage slots={{ ...SLOTS, welcome: <Welcome user={user} /> }} />;
}
