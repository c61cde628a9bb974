import { expect, test } from 'vitest';
import { digestPreviewSchema } from '../../functions/src/contract/index.ts';
import { call, type Person, signUp } from '../support/account.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

async function follow(person: Person, keyword: string): Promise<void> {
  await documents.seed({
    [`users/${person.uid}/alerts/000`]: { keyword, createdAt: new Date() },
    [`users/${person.uid}`]: { cadence: 'weekly', hour: 8, weekday: 1, timeZone: 'Europe/Berlin' },
  });
}

const preview = (person: Person | null, alertId: unknown = '000') =>
  call('previewDigest', person, { alertId });

test('previews one’s own alert, with links that grant nothing, and stores nothing', async () => {
  const [ada, grace] = await Promise.all([signUp(), signUp()]);
  await follow(ada, 'OpenAI');
  const before = await documents.below(`users/${ada.uid}`);
  const { status, result } = await preview(ada);
  expect(status).toBe(200);
  const { days, mail } = digestPreviewSchema.parse(result);
  expect(days).toBe(7);
  expect(mail?.subject).toMatch(/^OpenAI: \d+ episodes$/);
  expect(mail?.html).toContain('once a week');
  expect(mail?.html).not.toContain('token=');
  expect(await documents.below(`users/${ada.uid}`)).toEqual(before);
  expect((await preview(grace)).status).toBe(404);
  expect((await preview(null)).status).toBe(401);
});

test.each(['zzzzunheardof', 'Café Kilobyte'])(
  'returns no email if nothing is sent: %s',
  async (keyword) => {
    const ada = await signUp();
    await follow(ada, keyword);
    expect((await preview(ada)).result).toEqual({ days: 7, mail: null });
  },
);

test.each([undefined, '', '..', '__x__', 'a/b', 7, 'x'.repeat(101)])(
  'refuses %j as the id of an alert',
  async (alertId) => {
    const { status, error } = await call('previewDigest', await signUp(), { alertId });
    expect([status, error?.status]).toEqual([400, 'INVALID_ARGUMENT']);
  },
);

test('charges previews as searches, two if the last day has nothing', async () => {
  const ada = await signUp();
  await follow(ada, 'zzzzunheardof');
  await documents.seed({ [`users/${ada.uid}`]: { cadence: 'daily' } });
  const statuses: number[] = [];
  // Sequential: the emulator starts a process for each concurrent call, and may have two.
  while (statuses.at(-1) !== 429 && statuses.length < 60)
    statuses.push((await preview(ada)).status);
  expect(statuses.slice(0, 15)).toEqual(Array<number>(15).fill(200));
  expect(statuses.at(-1)).toBe(429);
});
