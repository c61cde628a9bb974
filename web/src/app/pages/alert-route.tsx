import { memberEpisodeActions } from '#app/slots/member-episode-actions.tsx';
import { AlertPage } from '#features/alerts/year/alert-page.tsx';

export function AlertRoute({ id }: { id: string }) {
  return <AlertPage id={id} episodeActions={memberEpisodeActions} />;
}
