import { SignInPrompt } from '#features/alerts/pending-alert/sign-in-prompt.tsx';
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

const MEMBER_SLOTS: TopicSlots = {
  alerts: (topic) => <TopicAlert {...topic} verify={<VerifySlot />} />,
  episodeActions: memberEpisodeActions,
};

const VISITOR_SLOTS: TopicSlots = site.hasAccounts
  ? {
      alerts: ({ name, keywords }) => (
        <SignInPrompt action="Create alert" named={name} intent={topicIntent(keywords)} />
      ),
    }
  : {};

/** Parts of other features on the topic pages, for visitors or signed-in people. */
export function useTopicSlots(): TopicSlots {
  return useSession().status === 'signed-in' ? MEMBER_SLOTS : VISITOR_SLOTS;
}
