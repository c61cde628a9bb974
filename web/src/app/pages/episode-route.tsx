import { memberEpisodeActions } from '#app/slots/member-episode-actions.tsx';
import { EpisodePage } from '#features/shows/episode/episode-page.tsx';
import { useSession } from '#shared/data/session/session-store.ts';
import { NotFoundPage } from './message-pages.tsx';

export function EpisodeRoute(address: { show: string; id: string }) {
  const isMember = useSession().status === 'signed-in';
  return (
    <EpisodePage
      {...address}
      actions={isMember ? memberEpisodeActions : undefined}
      missing={<NotFoundPage />}
    />
  );
}
