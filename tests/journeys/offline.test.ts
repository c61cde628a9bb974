import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { serviceWorker } from '../../web/build/service-worker.ts';
import { expect, test } from '../support/journey/journey.ts';

test.use({
  serviceWorkers: 'allow',
  expectErrors: /ERR_INTERNET_DISCONNECTED|status of 503|ERR_FAILED/,
});

const untilWorking = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });

const offlineHeading = (page: Page) =>
  page.getByRole('heading', { name: 'You seem to be offline' });

test('a page opened offline explains itself, and loads when the browser is online', async ({
  page,
  context,
}) => {
  await page.goto('/privacy');
  await untilWorking(page);
  await context.setOffline(true);
  await page.goto('/company/openai');
  await expect(offlineHeading(page)).toBeVisible();
  await expect(page).toHaveTitle('You seem to be offline – Earshot');
  await expect(page.getByText('This page opens as soon as Earshot can be reached.')).toBeVisible();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('link', { name: 'Try again' }).click(),
  ]);
  await expect(offlineHeading(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('OpenAI Podcast Mentions');
  expect(page.url()).toMatch(/\/company\/openai$/);
});

test('stores nothing, and loads settings, sign-in and data from the network', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await untilWorking(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await context.setOffline(true);
  const answers = await page.evaluate(() =>
    Promise.allSettled(['/__/firebase/init.json', '/api/health'].map((path) => fetch(path))),
  );
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a version without the worker removes it', async ({ page }) => {
  let isOn = true;
  const send = (response: ServerResponse, type: string, text: string) =>
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(text);
  const server = createServer(({ url }, response) => {
    if (url === '/sw.js') send(response, 'text/javascript', serviceWorker('Earshot', isOn));
    else send(response, 'text/html', '<!doctype html><title>Next</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js'));
    await untilWorking(page);
    isOn = false;
    await page.reload();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const left = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(left).toBe(0);
    await page.reload();
    await expect(page).toHaveTitle('Next');
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
