import type { SavedAlert } from '#shared/data/member/member-data.ts';

/** The HTML id of an alert's row: `/alerts#alert-…` opens its settings. */
export function rowId({ id }: Pick<SavedAlert, 'id'>): string {
  return `alert-${id}`;
}
