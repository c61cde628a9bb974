import type { SavedAlert } from '#shared/member/data/member-data.ts';

/** The row of an alert in an address: `/alerts#alert-…` opens its settings. */
export function rowId({ id }: Pick<SavedAlert, 'id'>): string {
  return `alert-${id}`;
}
