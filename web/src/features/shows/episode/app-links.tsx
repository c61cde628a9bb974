import type { Episode } from 'functions/contract';
import { useSyncExternalStore } from 'react';
import { podcastApps } from '#shared/episode/opening/podcast-apps.ts';

const LINK =
  'inline-block rounded-sm py-2 font-medium text-link underline-offset-4 hover:underline';

const never = () => () => undefined;
const ownAgent = () => navigator.userAgent;

/** The server does not know the device, so it lists all apps. */
export function AppLinks({ episode }: { episode: Episode }) {
  const agent = useSyncExternalStore(never, ownAgent, () => '');
  return (
    <nav aria-label="Listen elsewhere" className="text-sm text-soft">
      {/* Two lines on phones, where fewer apps remain after hydration than the server lists. */}
      <ul className="flex flex-wrap content-start gap-x-4 max-sm:min-h-18">
        {episode.link && (
          <li>
            <a href={episode.link} target="_blank" rel="noopener noreferrer" className={LINK}>
              The publisher’s page
            </a>
          </li>
        )}
        {podcastApps(episode, agent).map(({ name, link }) => (
          <li key={name}>
            <a href={link} className={LINK}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
