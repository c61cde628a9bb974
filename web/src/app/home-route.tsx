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

const MEMBER_SLOTS: HomeSlots = {
  tracking: (onSearch) => (
    <QuietBoundary fallback={null}>
      <TrackingKeywords onSearch={onSearch} />
    </QuietBoundary>
  ),
  alerts: (keywords, onSearch) => (
    <QuietBoundary fallback={null}>
      <AlertCreationPanel keywords={keywords} onSearch={onSearch} />
    </QuietBoundary>
  ),
  episodeActions: memberEpisodeActions,
};

const VISITOR_SLOTS: HomeSlots = site.hasAccounts ? { alerts: () => <SignInPrompt /> } : {};

/** The home page with what it offers to the person who is there. */
export function HomeRoute() {
  const signedIn = useSession().status === 'signed-in';
  return <HomePage slots={signedIn ? MEMBER_SLOTS : VISITOR_SLOTS} />;
}
