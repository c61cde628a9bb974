import type { WritableCatalogue } from '../../../functions/src/catalogue/catalogue.ts';
import { updateCatalogue } from '../../../functions/src/catalogue/storage/update-catalogue.ts';
import {
  type ChosenShows,
  chooseShows,
  type IndexChoice,
  LEFT_OUT,
  sameAddress,
} from './choose-shows.ts';
import { readDump } from '../../../functions/src/catalogue/engines/sqlite/read-dump.ts';
import { unnamedFeeds } from '../../../functions/src/catalogue/queue/followed-feeds.ts';
import { NAMED, nameInPublic } from '../../../functions/src/catalogue/gate/feed-state.ts';
import { feedUrls } from '../../../functions/src/catalogue/queue/feeds.ts';
import {
  addCandidates,
  forgetCandidates,
} from '../../../functions/src/catalogue/queue/candidates.ts';

const STORED_AT_ONCE = 1_000;

/** Chooses shows of a Podcast Index dump and stores them on probation; returns a report. */
export async function loadIndex(
  catalogueUrl: string,
  dump: string,
  choice: IndexChoice,
  now = Date.now(),
): Promise<string> {
  let chosen: ChosenShows | undefined;
  const store = async (catalogue: WritableCatalogue) => {
    const unnamed = new Set(await catalogue.read(unnamedFeeds));
    const known = await knownAddresses(catalogue);
    const { read, named, candidates } = (chosen = chooseShows(
      readDump(dump),
      choice,
      known,
      now,
      unnamed,
    ));
    if (read === 0) throw new Error(`${dump} has no shows.`);
    await catalogue.write(() => nameInPublic(named, NAMED, now));
    return storeCandidates(catalogue, candidates, now);
  };
  const { added, gone } = await updateCatalogue(catalogueUrl, store);
  return reportOf(chosen, added, gone);
}

async function knownAddresses(catalogue: WritableCatalogue): Promise<Map<string, string>> {
  return new Map((await catalogue.read(feedUrls)).map((url) => [sameAddress(url), url]));
}

/**
 * Stores candidates in batches, so that loading can be killed and repeated. Earlier candidates that were
 * never fetched, and are not chosen this time, are removed last.
 */
export async function storeCandidates(
  catalogue: WritableCatalogue,
  candidates: ChosenShows['candidates'],
  now: number,
): Promise<{ added: number; gone: number }> {
  let added = 0;
  for (let first = 0; first < candidates.length; first += STORED_AT_ONCE) {
    const some = candidates.slice(first, first + STORED_AT_ONCE);
    const batch = { candidates: some, first, total: candidates.length, now };
    added += await catalogue.write(() => addCandidates(batch));
  }
  return { added, gone: await catalogue.write(() => forgetCandidates(now)) };
}

function reportOf(chosen: ChosenShows | undefined, added: number, gone: number): string {
  if (chosen === undefined) return '';
  const { read, leftOut, candidates } = chosen;
  const reasons = LEFT_OUT.filter((reason) => leftOut[reason] > 0).map(
    (reason) => `${leftOut[reason]} ${reason}`,
  );
  const without = reasons.length === 0 ? '' : ` Left out: ${reasons.join(', ')}.`;
  const left = gone === 0 ? '' : ` ${gone} candidates that were never heard are gone.`;
  return `${read} shows read, ${candidates.length} chosen, ${added} of them new: on probation, first asked within a day.${without}${left}`;
}
