import { SignInPrompt } from '#features/alerts/sign-in-prompt.tsx';
import { TopicAlertLink } from '#features/alerts/topic-alert-link.tsx';
import type { TopicSlots } from '#features/topics/topic-slots.ts';
import { useSession } from '#shared/session/use-session.ts';
import { site } from '#shared/site.ts';
import { memberEpisodeActions } from './member-episode-actions.tsx';

const MEMBER_SLOTS: TopicSlots = {
  alerts: (topic) => <TopicAlertLink {...topic} />,
  episodeActions: memberEpisodeActions,
};

const VISITOR_SLOTS: TopicSlots = site.hasAccounts
  ? { alerts: ({ name }) => <SignInPrompt about={name} /> }
  : {};

/** What the pages of topics offer to the person who is there. */
export function useTopicSlots(): TopicSlots {
  return useSession().status === 'signed-in' ? MEMBER_SLOTS : VISITOR_SLOTS;
}
