import { type DocumentSnapshot, FieldValue, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod';
import { type ChannelEntry, channelEntrySchema } from '../../contract/index.ts';

const entriesSchema = z
  .array(z.unknown())
  .catch([])
  .transform((entries) =>
    entries.flatMap((entry) => channelEntrySchema.safeParse(entry).data ?? []),
  );

/** The person's enabled channels. Skips malformed entries. */
export function entriesOf(person: DocumentSnapshot): ChannelEntry[] {
  return entriesSchema.parse(person.get('channels'));
}

export function setEntries(
  transaction: Transaction,
  person: DocumentSnapshot,
  channels: readonly ChannelEntry[],
): void {
  const channelsChangedAt = FieldValue.serverTimestamp();
  transaction.set(person.ref, { channels, channelsChangedAt }, { merge: true });
}
