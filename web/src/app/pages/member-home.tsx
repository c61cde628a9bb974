import { AlertPlace } from '#features/alerts/create/alert-place.tsx';
import { alertKeywords, searchQuery } from 'functions/contract';
import { HomePage, type HomeSlots } from '#features/search/home-page.tsx';
import type { SessionUser } from '#shared/session/session.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { memberEpisodeActions } from '#app/slots/member-episode-actions.tsx';
import { RefineSlot } from '#app/slots/refine-slot.ts';
import { VerifySlot } from '#app/slots/verify-slot.tsx';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Link } from '#shared/ui/link.tsx';
import { forgetIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { readIntent } from '#features/alerts/pending-alert/read-intent.ts';

const AlertOffer = latePart(() => import('#features/alerts/create/alert-offer.tsx'), 'AlertOffer', {
  fallback: <div className="h-30.5" />,
});

/** The form that adds a show, filled with what was searched for. */
const showFormAddress = (keywords: readonly string[]) => `/alerts?q=${searchQuery(keywords)}#shows`;

/** Leads to the form for the show that the person wanted before signing in, once. */
function ToWantedShow({ keywords }: { keywords: readonly string[] }) {
  useEffect(forgetIntent, []);
  return <Navigate to={showFormAddress(keywords)} replace />;
}

/**
 * The top of the home page: offers what the person wanted before signing in, and asks to verify the address.
 */
function Welcome({ user }: { user: SessionUser }) {
  const [intent, setIntent] = useState(() => readIntent(user.uid));

  function dismiss() {
    forgetIntent();
    setIntent(null);
    // The focused button disappears, so the focus must move.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  if (intent?.isShow) return <ToWantedShow keywords={intent.keywords} />;
  return (
    <>
      {intent && <AlertOffer intent={intent} onDismiss={dismiss} />}
      <VerifySlot />
    </>
  );
}

// Lazy, because these parts need Firestore, which the search does not.
const TrackingKeywords = latePart(
  () => import('#features/alerts/list/tracking-keywords.tsx'),
  'TrackingKeywords',
  { fallback: <div className="h-9" /> },
);
const AlertCreationPanel = latePart(
  () => import('#features/alerts/create/alert-creation-panel.tsx'),
  'AlertCreationPanel',
  { fallback: <AlertPlace /> },
);

const SLOTS: HomeSlots = {
  tracking: (onSearch, inOneRow) => <TrackingKeywords onSearch={onSearch} inOneRow={inOneRow} />,
  alerts: (keywords, spoken, onSearch) => (
    <AlertCreationPanel
      keywords={alertKeywords(keywords)}
      spoken={spoken}
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

export function MemberHome({ user }: { user: SessionUser }) {
  return <HomePage slots={{ ...SLOTS, welcome: <Welcome user={user} /> }} />;
}
