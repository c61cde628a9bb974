import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { call, signUp } from '../support/account.ts';
import { launchBrowser } from '../support/browser/launch-browser.ts';
import { asNewClient } from '../support/client.ts';
import { button, heading, signIn } from '../support/journey/member.ts';
import { recordFault, seconds } from './record-fault.ts';
import { search } from './searching.ts';
import { startInstances } from './start-instances.ts';
import { CAN_FIND_PROCESSES, firestoreProcess } from './stack-processes.ts';
import { picture, visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Stops the process of the Firestore emulator: connections stay open without a response. */
function haltFirestore(): { resume(): void } {
  const pid = firestoreProcess();
  const resume = () => void process.kill(pid, 'SIGCONT');
  process.kill(pid, 'SIGSTOP');
  onTestFinished(resume);
  return { resume };
}

test.skipIf(!CAN_FIND_PROCESSES)(
  'answers searches and keeps a member’s changes while Firestore does not answer',
  async () => {
    const person = await signUp();
    const { page, leave } = await visit(browser, '/', /firestore|Failed to load/i);
    await signIn(page, person.email);
    await page.goto('/alerts');
    const add = async (keyword: string) => {
      await page.getByLabel('Keyword or phrase').fill(keyword);
      await button(page, 'Add Alert').click();
    };
    const confirmed = async () => {
      await page.getByText('Waiting for the connection').first().waitFor({ state: 'hidden' });
    };
    await add('before');
    await heading(page, 'Your Alerts (1)').waitFor();
    await confirmed();

    const [instance] = await startInstances(1);
    await search('OpenAI', asNewClient(), instance);
    const firestore = haltFirestore();
    const haltedAt = performance.now();
    const exporting = call('exportAccount', person, null).then((answer) => ({
      status: answer.status,
      tookMs: performance.now() - haltedAt,
    }));
    const first = await search('OpenAI', asNewClient(), instance);
    const second = await search('OpenAI', asNewClient(), instance);
    expect([first.status, second.status]).toEqual([200, 200]);

    await add('during');
    await page.getByText('Waiting for the connection').first().waitFor({ timeout: 20_000 });
    const toldMs = performance.now() - haltedAt;
    await page.getByText('before', { exact: true }).waitFor();
    // The alert stays listed, so its creation is neither confirmed nor failed.
    await page.getByText('during', { exact: true }).waitFor();
    await picture(page, 'faults-database-away');
    await pause(10_000);
    expect(await page.getByText('Failed to add alert').count()).toBe(0);

    firestore.resume();
    const resumedAt = performance.now();
    await confirmed();
    const savedMs = performance.now() - resumedAt;
    const exported = await exporting;
    expect(exported.status).toBe(200);

    const again = haltFirestore();
    await page.reload({ waitUntil: 'commit' });
    await page.getByText('Your alerts cannot be loaded right now.').waitFor({ timeout: 30_000 });
    await picture(page, 'faults-database-away-at-load');
    again.resume();
    const againAt = performance.now();
    await heading(page, 'Your Alerts (2)').waitFor({ timeout: 60_000 });
    const loadedMs = performance.now() - againAt;
    await leave();

    recordFault({
      fault: `Firestore does not answer for ${seconds(resumedAt - haltedAt)}`,
      seen:
        `searches as ever, the first ${seconds(first.tookMs)}, later ones ${seconds(second.tookMs)}; lists stay; ` +
        `an added alert “waits for the connection” after ${seconds(toldMs)}; ` +
        'a page opened then: “cannot be loaded right now”',
      lost: 'nothing; the alert added meanwhile is saved, a download of the data waits',
      recovery: `by itself: alert saved after ${seconds(savedMs)}, list loaded after ${seconds(loadedMs)}`,
    });
  },
);
