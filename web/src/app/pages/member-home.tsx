import { AlertPlace } from '#features/alerts/create/alert-place.tsx';
import { InboxPlace } from '#features/alerts/inbox/inbox-place.tsx';
import { alertKeywords, searchQuery, showPath } from 'functions/contract';
import { HomePage, type HomeSlots } from '#features/search/home-page.tsx';
import { hasAlertsHint, setAlertsHint } from '#shared/data/session/sign-in-hint.ts';
import type { SessionUser } from '#shared/data/session/session.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { memberEpisodeActions } from '#app/slots/member-episode-actions.tsx';
import { RefineSlot } from '#app/slots/refine-slot.ts';
import { VerifySlot } from '#app/slots/verify-slot.tsx';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { searchAddress } from '#shared/search/search-address.ts';
import { Link } from '#shared/ui/link.tsx';
import { type AlertIntent, forgetIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { readIntent } from '#features/alerts/pending-alert/read-intent.ts';

const IntendedAlert = latePart(
  () => import('#features/alerts/create/intended-alert.tsx'),
  'IntendedAlert',
  { fallback: <AlertPlace /> },
);

const showFormAddress = (keywords: readonly string[]) => `/alerts?q=${searchQuery(keywords)}#shows`;

/** The show's page follows it by itself; the form forgets what was wanted. */
function ToWantedShow({ keywords, showId }: Pick<AlertIntent, 'keywords' | 'showId'>) {
  useEffect(() => {
    if (showId === undefined) forgetIntent();
  }, [showId]);
  return (
    <Navigate to={showId === undefined ? showFormAddress(keywords) : showPath(showId)} replace />
  );
}

// Lazy, because these parts need Firestore, which the search does not.
const TrackingKeywords = latePart(
  () => import('#features/alerts/list/tracking-keywords.tsx'),
  'TrackingKeywords',
  { fallback: <div className="h-9" /> },
);
const loadInbox = () => import('#features/alerts/inbox/inbox.tsx');
const Inbox = latePart(loadInbox, 'Inbox', { fallback: ({ place }) => place });
const AlertCreationPanel = latePart(
  () => import('#features/alerts/create/alert-creation-panel.tsx'),
  'AlertCreationPanel',
  { fallback: <AlertPlace /> },
);

const SLOTS: HomeSlots = {
  welcome: <VerifySlot />,
  tracking: (onSearch, examples) => <TrackingKeywords onSearch={onSearch} examples={examples} />,
  alerts: (keywords, choice, onSearch) => (
    <AlertCreationPanel
      keywords={alertKeywords(keywords)}
      choice={choice}
      onSearch={onSearch}
      verify={<VerifySlot />}
    />
  ),
  addShow: (keywords) => (
    <Link to={showFormAddress(keywords)} className="text-link underline underline-offset-4">
      Add it
    </Link>
  ),
  refine: RefineSlot,
  episodeActions: memberEpisodeActions,
};

/** Loads the parts that the page shows at first, and listens to what they show. */
export async function preloadParts(): Promise<void> {
  if (location.search !== '') return;
  await Promise.all([Inbox.preload(), TrackingKeywords.preload()]);
  (await loadInbox()).listenForInbox();
}

/** Until the alerts are loaded, assumes that the person has an inbox if this browser last saw one. */
function HomeWithInbox() {
  const [hasInbox, setHasInbox] = useState(hasAlertsHint);
  const slots = useMemo(() => {
    const onKnown = (isAny: boolean) => {
      setAlertsHint(isAny);
      setHasInbox(isAny);
    };
    const place = hasAlertsHint() && <InboxPlace />;
    const inbox = <Inbox onKnown={onKnown} place={place} episodeActions={memberEpisodeActions} />;
    return { ...SLOTS, inbox };
  }, []);
  return <HomePage slots={slots} hasInbox={hasInbox} />;
}

/**
 * If the person chose alerts before signing in, saves them and shows their results first. If the person chose a show,
 * redirects to the form that adds it.
 */
export function MemberHome({ user }: { user: SessionUser }) {
  const [intent, setIntent] = useState(() => readIntent(user.uid));
  const [hasArrived, setArrived] = useState(false);
  const { search } = useLocation();

  function drop() {
    setIntent(null);
    // The focused button is gone, so the focus must move.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  if (intent === null) return <HomeWithInbox />;
  const { keywords, otherNames, spoken = true, onlyAbout = false, isShow } = intent;
  if (isShow) return <ToWantedShow {...intent} />;
  const results = searchAddress([...keywords, ...otherNames], 1, { spoken, about: onlyAbout });
  const isThere = results === `/${search}`;
  // The intent ends when the person leaves the results, which show whether the alerts were saved.
  if (isThere !== hasArrived) {
    if (hasArrived) setIntent(null);
    else setArrived(true);
  }
  if (search === '') return <Navigate to={results} replace />;
  if (!isThere) return <HomePage slots={SLOTS} />;
  const intended = <IntendedAlert intent={intent} onUndone={drop} verify={<VerifySlot />} />;
  return <HomePage slots={{ ...SLOTS, alerts: () => intended }} />;
}
