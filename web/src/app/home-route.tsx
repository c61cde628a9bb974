import { AlertPlace } from '#features/alerts/alert-place.tsx';
import { SignInPrompt } from '#features/alerts/sign-in-prompt.tsx';
import { HomePage, type HomeSlots } from '#features/search/home-page.tsx';
import { useSession } from '#shared/session/use-session.ts';
import { site } from '#shared/site.ts';
import { lazyNamed } from './lazy-named.tsx';
import { memberEpisodeActions } from './member-episode-actions.tsx';
import { QuietBoundary } from './quiet-boundary.tsx';

// What needs the database is loaded for signed-in people alone.
const TrackingKeywords = lazyNamed(
  () => import('#features/alerts/tracking-keywords.tsx'),
  'TrackingKeywords',
);
const AlertCreationPanel = lazyNamed(
  () => import('#features/alerts/alert-creation-panel.tsx'),
  'AlertCreationPanel',
);

const Welcome = lazyNamed(() => import('./welcome.tsx'), 'Welcome');
const VerifySlot = lazyNamed(() => import('./verify-slot.tsx'), 'VerifySlot');

const MEMBER_SLOTS: HomeSlots = {
  tracking: (onSearch, inOneRow) => (
    <QuietBoundary fallback={<div className="h-9" />}>
      <TrackingKeywords onSearch={onSearch} inOneRow={inOneRow} />
    </QuietBoundary>
  ),
  alerts: (keywords, onSearch) => (
    <QuietBoundary fallback={<AlertPlace />}>
      <AlertCreationPanel
        keywords={keywords}
        onSearch={onSearch}
        verify={
          <QuietBoundary fallback={null}>
            <VerifySlot />
          </QuietBoundary>
        }
      />
    </QuietBoundary>
  ),
  episodeActions: memberEpisodeActions,
};

const VISITOR_SLOTS: HomeSlots = site.hasAccounts
  ? {
      alerts: (keywords) => (
        <SignInPrompt
          about="what you searched for"
          action={keywords.length > 1 ? `Create ${keywords.length} alerts` : 'Create alert'}
          intent={{ keywords, otherNames: [] }}
        />
      ),
    }
  : {};

/** As high as the hint to verify the address. */
const VERIFY_PLACE = 'min-h-33 sm:min-h-14';

/** The home page with what it offers to the person who is there. */
export function HomeRoute() {
  const session = useSession();
  if (session.status !== 'signed-in') return <HomePage slots={VISITOR_SLOTS} />;
  const { user } = session;
  const welcome = (
    <QuietBoundary fallback={user.emailVerified ? null : <div className={VERIFY_PLACE} />}>
      <Welcome user={user} />
    </QuietBoundary>
  );
  return <HomePage slots={{ ...MEMBER_SLOTS, welcome }} />;
}
