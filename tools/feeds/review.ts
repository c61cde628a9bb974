import { openExistingCatalogue } from '../../functions/src/catalogue/storage/open-catalogue.ts';
import { updateCatalogue } from '../../functions/src/catalogue/storage/update-catalogue.ts';
import { type HeldShow, heldShows, recordWord } from '../../functions/src/catalogue/gate/review.ts';
import { stripVTControlCharacters } from 'node:util';
import { gateCounts } from '../../functions/src/catalogue/gate/gate-store.ts';

/**
 * The shows that have not passed the gate, a few lines for each; the operator passes or drops them by address
 * or publisher. Shows that only their followers find are counted, but not listed.
 */
export async function reviewText(catalogueUrl: string): Promise<string> {
  const catalogue = await openExistingCatalogue(catalogueUrl);
  try {
    await catalogue.ready();
    const shows = await catalogue.read(heldShows);
    const { probation, forFollowers, dropped } = await catalogue.read(() => gateCounts(Date.now()));
    const head = `Shows on probation: ${probation}, dropped: ${dropped}. For their followers alone, and not listed: ${forFollowers}.`;
    const listed = shows.length < probation + dropped ? ` The first ${shows.length}:` : '';
    return [head + listed, ...shows.map(showText)].join('\n');
  } finally {
    await catalogue.close();
  }
}

function showText(show: HeldShow): string {
  const { title, url, publisher, state, reason, sinceMs, followers, episodes } = show;
  const since = sinceMs === null ? '' : ` since ${new Date(sinceMs).toISOString().slice(0, 10)}`;
  const parts = [
    `${state} (${reason ?? 'not heard yet'})${since}: ${title || 'no title yet'}`,
    `  ${url}`,
    `  publisher ${publisher ?? 'unknown'}, ${episodes} episodes, ${followers} followers`,
  ];
  return parts.map(plain).join('\n');
}

/** The text of a line without control characters, which titles of feeds may contain. */
function plain(line: string): string {
  return stripVTControlCharacters(line).replace(/(\S)\s+/g, '$1 ');
}

/** Passes or drops the shows of an address or publisher. Throws if there are no such shows. */
export async function giveWord(
  catalogueUrl: string,
  named: string,
  state: 'passed' | 'dropped',
): Promise<string> {
  const count = await updateCatalogue(catalogueUrl, (catalogue) =>
    catalogue.write(() => recordWord(named, state, Date.now())),
  );
  if (count > 0) return `${count} ${count === 1 ? 'show is' : 'shows are'} ${state}: ${named}.`;
  throw new Error(`No show has the address or publisher ${named}; --review lists them.`);
}
