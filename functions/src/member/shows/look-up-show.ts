import type { FoundShow, ShowLookup } from '../../contract/index.ts';
import { isPublicImage } from '../../feeds/fetch/public-host.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { KnownShow } from '../../catalogue/answers/known-shows.ts';
import { readGiven } from './read-given.ts';
import { resolveLead, type ShowSources } from './resolve-lead.ts';

/** @param given An address, a link or a name, which can match several shows. */
export async function lookUpShow(
  given: string,
  sources: ShowSources,
  followed: readonly string[],
): Promise<ShowLookup> {
  const resolved = await resolveLead(readGiven(given), sources);
  if (resolved.kind === 'refused') return resolved;
  if (resolved.kind === 'some') {
    return { kind: 'shows', shows: resolved.shows.map((show) => foundShow(show, followed)) };
  }
  const { show, byApple = false } = resolved;
  if (byApple) await sources.noteNamed(show);
  const [known] = await sources.catalogue.knownShows([show.feedUrl]);
  const showId = showIdOf(show.feedUrl);
  return {
    kind: 'shows',
    shows: [
      {
        showId,
        ...show,
        isHeard: known?.isHeard ?? false,
        isFollowed: followed.includes(showId),
        isPublic: byApple || known?.isPublic === true,
      },
    ],
  };
}

function foundShow(
  { url, title, publisher, image, newestAtMs, isHeard, isPublic }: KnownShow,
  followed: readonly string[],
): FoundShow {
  const showId = showIdOf(url);
  return {
    showId,
    feedUrl: url,
    title,
    isHeard,
    isFollowed: followed.includes(showId),
    isPublic,
    ...(publisher !== null && publisher !== title && { publisher }),
    ...(image !== null && isPublicImage(image) && { image }),
    ...(newestAtMs !== null && { newestAt: newestAtMs }),
  };
}
