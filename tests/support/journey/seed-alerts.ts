import type { Documents } from '../documents.ts';

export async function seedAlerts(
  documents: Pick<Documents, 'seed'>,
  uid: string,
  keywords: readonly string[],
): Promise<void> {
  const createdAt = new Date();
  const alerts = keywords.map((keyword, slot): [string, object] => [
    `users/${uid}/alerts/${String(slot).padStart(3, '0')}`,
    { keyword, createdAt },
  ]);
  await documents.seed(Object.fromEntries(alerts));
}
