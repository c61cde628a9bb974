import type { ShowFacts } from 'functions/contract';
import { memberEpisodeActions } from '#app/slots/member-episode-actions.tsx';
import { IntentLink } from '#features/alerts/pending-alert/intent-link.tsx';
import { forgetIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { readIntent } from '#features/alerts/pending-alert/read-intent.ts';
import { useState } from 'react';
import { ShowPage, type ShowSlots } from '#features/shows/page/show-page.tsx';
import { useSession } from '#shared/data/session/session-store.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { site } from '#shared/site.ts';
import { NotFoundPage } from './message-pages.tsx';

// Needs Firestore, which is loaded for signed-in people only.
const FollowShow = latePart(() => import('#features/shows/page/follow-show.tsx'), 'FollowShow', {
  fallback: <div className="h-12" />,
});

const MEMBER_SLOTS: ShowSlots = {
  follow: (show) => show.feedUrl !== undefined && <MemberFollow {...show} feedUrl={show.feedUrl} />,
  episodeActions: memberEpisodeActions,
};

/** Follows the show by itself if the person pressed "Follow" before signing in. */
function MemberFollow({ id, title, feedUrl }: { id: string; title: string; feedUrl: string }) {
  const session = useSession();
  const uid = session.status === 'signed-in' ? session.user.uid : null;
  const [isWanted] = useState(() => uid !== null && readIntent(uid)?.showId === id);
  return (
    <FollowShow
      id={id}
      title={title}
      feedUrl={feedUrl}
      isWanted={isWanted}
      onFollowed={forgetIntent}
    />
  );
}

const VISITOR_SLOTS: ShowSlots = site.hasAccounts
  ? { follow: (show) => show.feedUrl !== undefined && <IntendedShow {...show} /> }
  : {};

/** Links to sign-up, which leads back to this page. */
function IntendedShow({ id, title }: Pick<ShowFacts, 'id' | 'title'>) {
  return (
    <IntentLink
      to="/signup"
      intent={{
        keywords: [title.slice(0, MAX_INTENT_LENGTH)],
        otherNames: [],
        isShow: true,
        showId: id,
      }}
      className="flex h-12 w-full items-center justify-center rounded-xl bg-accent px-6 font-semibold text-on-accent transition-colors hover:bg-accent-hover"
    >
      Follow<span className="sr-only"> {title}</span>
    </IntentLink>
  );
}

/** Max title that is stored until the visitor signs in, UTF-16 code units. */
const MAX_INTENT_LENGTH = 200;

export function ShowRoute({ id }: { id: string }) {
  const isMember = useSession().status === 'signed-in';
  return (
    <ShowPage id={id} slots={isMember ? MEMBER_SLOTS : VISITOR_SLOTS} missing={<NotFoundPage />} />
  );
}
