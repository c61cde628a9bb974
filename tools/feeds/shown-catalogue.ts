import { shownAddress } from '../../functions/src/catalogue/engines/postgres/server/postgres-address.ts';
import type { Target } from '../instance/target.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';

/** The first line of a command that acts on a catalogue. */
export function catalogueText(target: Target, url: string): string {
  const whose = target.kind === 'deployed' ? ` of the deployed project ${target.project}` : '';
  return `Acts on the catalogue ${shownCatalogue(url)}${whose}.`;
}

/**
 * The address of a catalogue for people: that of a server without user and password, that of a file relative
 * to the repository.
 */
export function shownCatalogue(url: string): string {
  if (/^postgres(ql)?:/i.test(url)) return shownAddress(url);
  const prefix = `file:${REPOSITORY}/`;
  return url.startsWith(prefix) ? shownPath(url.slice('file:'.length)) : url;
}
