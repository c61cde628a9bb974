import type { DocumentData } from 'firebase/firestore/lite';
import { HOUR_MS } from '../../functions/src/contract/index.ts';

const EPISODE = {
  title: 'How OpenAI trains its models',
  link: 'https://shows.example/training',
  podcast: 'Inside Machines',
};

/** A digest in a person's history. */
export function delivery(hoursAgo: number, change: DocumentData = {}): DocumentData {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  return {
    state: 'sent',
    at,
    subject: `Digest of ${hoursAgo} hours ago`,
    code: null,
    alerts: [{ alertId: 'one', keyword: 'OpenAI', count: 3, episodes: [EPISODE] }],
    expireAt: new Date(at.getTime() + 90 * 24 * HOUR_MS),
    ...change,
  };
}
