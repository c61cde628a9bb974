import { SignInPrompt } from '#features/alerts/pending-alert/sign-in-prompt.tsx';
import { IntentLink } from '#features/alerts/pending-alert/intent-link.tsx';
import { topicIntent } from '#features/alerts/pending-alert/topic-intent.ts';
import type { TopicSlots } from '#features/topics/topic-page.tsx';
import { useSession } from '#shared/data/session/session-store.ts';
import { site } from '#shared/site.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { memberEpisodeActions } from './member-episode-actions.tsx';
import { VerifySlot } from './verify-slot.tsx';

// Needs Firestore, which is loaded for signed-in people only.
const TopicAlert = latePart(() => import('#features/alerts/create/topic-alert.tsx'), 'TopicAlert', {
  fallback: <div className="h-16.5" />,
});

/** Needs no placeholder of its own, because the hub's banner reserves the height of the button. */
const FollowTopic = latePart(
  () => import('#features/alerts/create/topic-alert.tsx'),
  'TopicAlert',
  { fallback: null },
);

const FOLLOW =
  'inline-flex h-12 items-center rounded-xl bg-accent px-6 font-semibold text-on-accent transition-colors hover:bg-accent-hover';

const MEMBER_SLOTS: TopicSlots = {
  alerts: (topic) => <TopicAlert {...topic} verify={<VerifySlot />} />,
  follow: (topic) => <FollowTopic {...topic} isHub verify={<VerifySlot />} />,
  episodeActions: memberEpisodeActions,
};

const VISITOR_SLOTS: TopicSlots = site.hasAccounts
  ? {
      alerts: ({ name, keywords }) => (
        <SignInPrompt action="Create alert" named={name} intent={topicIntent(keywords)} />
      ),
      follow: ({ name, keywords }) => (
        <IntentLink to="/signup" intent={{ keywords, otherNames: [] }} className={FOLLOW}>
          Follow this topic
          <span className="sr-only">: {name}</span>
        </IntentLink>
      ),
    }
  : {};

export function useTopicSlots(): TopicSlots {
  return useSession().status === 'signed-in' ? MEMBER_SLOTS : VISITOR_SLOTS;
}
