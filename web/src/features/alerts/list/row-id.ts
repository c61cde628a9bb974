import type { SavedAlert } from '#shared/member/data/member-data.ts';

/** The HTML id of an alert's row: `/alerts#alert-…` opens its settings. */
export function rowId({ id }: Pick<SavedAlert, 'id'>): string {
  return `alert-${id}`;
}
