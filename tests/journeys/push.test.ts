import { MANUAL_RUN_JOB } from '../../functions/src/alerts/plan/manual-run.ts';
import type { Page, Worker } from '@playwright/test';
import { publishAnswerSchema, PUBLISH_PATH } from '../../samples/published-episode.ts';
import { verifyEmail } from '../support/account.ts';
import { findNotifyingChromium } from '../support/browser/find-chromium.ts';
import { BROWSER_FLAGS } from '../support/browser/launch-browser.ts';
import { look } from '../support/browser/look.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button } from '../support/journey/member.ts';
import { seedAlerts } from '../support/journey/seed-alerts.ts';
import { runSchedule } from '../support/run-schedule.ts';
import { samplesUrl, siteUrl } from '../support/stack.ts';
import { startPushService } from '../support/start-push-service.ts';
import { unique } from '../support/unique.ts';

const chromium = findNotifyingChromium(process.env);
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: chromium ?? '', args: BROWSER_FLAGS },
});
test.skip(chromium === null, 'No Chromium here shows notifications');
test.describe.configure({ timeout: 240_000 });

type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Browsers of tests reach no push service. Theirs is our double; all else is the browser's own. */
async function subscribeTo(
  page: Page,
  { endpoint, keys }: PushService,
): Promise<{ keys: string[]; ended: number }> {
  const seen = { keys: [] as string[], ended: 0 };
  await page.exposeFunction('noteSubscribed', (key: string) => void seen.keys.push(key));
  await page.exposeFunction('noteUnsubscribed', () => void (seen.ended += 1));
  await page.addInitScript(
    (json) => {
      const told = globalThis as unknown as Record<string, (key?: string) => Promise<void>>;
      const kept = 'test.subscribed';
      const subscription = {
        toJSON: () => json,
        unsubscribe: async () => {
          localStorage.removeItem(kept);
          await told['noteUnsubscribed']?.();
          return true;
        },
      } as unknown as PushSubscription;
      PushManager.prototype.getSubscription = () =>
        Promise.resolve(localStorage.getItem(kept) === null ? null : subscription);
      PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem(kept, 'yes');
        await told['noteSubscribed']?.(options?.applicationServerKey as string);
        return subscription;
      };
    },
    { endpoint, keys },
  );
  return seen;
}

/** Gives the browser a message as its push service would. */
async function deliver(page: Page, data: string): Promise<Worker> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const origin = new URL(siteUrl()).origin;
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
}

/** The parts of a worker's global object that the test uses. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (url: string) => Promise<null> };
  dispatchEvent: (event: Event) => boolean;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

const shownIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Presses the notification. Opening a window needs a person's press, which no test can make, so it is only noted. */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    const opened = new Promise<string>((resolve) => {
      scope.clients.openWindow = (url) => {
        resolve(url);
        return Promise.resolve(null);
      };
    });
    const init = { notification: notification as Notification };
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', init));
    return opened;
  });

test('a match is shown as a notification that opens its moment, until the person signs out', async ({
  page,
  context,
  member,
  documents,
}) => {
  const service = await startPushService();
  try {
    await context.grantPermissions(['notifications'], { origin: siteUrl() });
    const keyword = `clockwork ${unique()}`;
    await seedAlerts(documents, member.uid, [keyword]);
    await verifyEmail(member);
    const seen = await subscribeTo(page, service);
    await page.goto('/delivery');
    await button(page, 'Add a channel').click();
    expect(seen.keys).toEqual([]);
    await page.getByRole('radio', { name: /^This browser/ }).check();
    await look(page);
    await page.getByLabel('Name').fill('My laptop');
    await button(page, 'Add this browser').click();
    await expect(page.getByText('“My laptop” added.')).toBeVisible();
    await button(page, 'My laptop').click();
    await button(page, 'Send test (My laptop)').click();
    await expect(page.getByText('Test message delivered.')).toBeVisible();
    const [tried] = service.got;
    expect(JSON.parse(tried!.text)).toMatchObject({
      title: 'This is a test from Earshot. This channel works.',
    });
    expect(seen.keys).toEqual([tried!.key]);
    await look(page);

    const answer = await fetch(new URL(PUBLISH_PATH, samplesUrl()), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ keyword }),
    });
    const { title } = publishAnswerSchema.parse(await answer.json());
    expect(await runSchedule('refreshCatalogue')).toBe(200);
    await expect
      .poll(
        async () => {
          await runSchedule('sendAlerts', MANUAL_RUN_JOB);
          return service.got.length;
        },
        { timeout: 120_000, intervals: [5000] },
      )
      .toBe(2);
    const message = service.got[1]!.text;
    const worker = await deliver(page, message);
    await expect
      .poll(() => shownIn(worker))
      .toEqual([
        {
          title: `New episode for “${keyword}”`,
          body: expect.stringContaining(title) as unknown as string,
          tag: (JSON.parse(message) as { tag: string }).tag,
        },
      ]);
    expect(JSON.parse(message)).toMatchObject({ unread: 1 });
    const opened = await press(worker);
    expect(opened).toMatch(new RegExp(`^${new URL(siteUrl()).origin}/episode/`));
    expect(await shownIn(worker)).toEqual([]);
    await page.goto(opened);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);

    service.endSubscription();
    await page.goto('/delivery');
    await button(page, 'My laptop').click();
    await button(page, 'Send test (My laptop)').click();
    await expect(page.getByText(/^The browser has ended its subscription/)).toBeVisible();

    await page.goto('/dashboard');
    await button(page, 'Sign Out').first().click();
    await expect.poll(() => seen.ended).toBe(1);
  } finally {
    service.close();
  }
});
