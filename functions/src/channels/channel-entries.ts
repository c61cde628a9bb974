import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod';
import { type ChannelEntry, channelEntrySchema } from '../contract/index.ts';

const entriesSchema = z
  .array(z.unknown())
  .catch([])
  .transform((entries) =>
    entries.flatMap((entry) => channelEntrySchema.safeParse(entry).data ?? []),
  );

/** A person's channels that are on; without malformed entries. */
export function entriesOf(person: DocumentSnapshot): ChannelEntry[] {
  return entriesSchema.parse(person.get('channels'));
}
