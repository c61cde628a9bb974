import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from '@playwright/test';
import { type Person, signUp } from '../account.ts';
import { asNewClient } from '../client.ts';
import { type Documents, openDocuments } from '../documents.ts';
import { notePageErrors } from '../browser/page-errors.ts';
import { notePageReadiness } from '../browser/page-readiness.ts';
import { rememberSignIn } from './remember-sign-in.ts';

interface JourneyOptions {
  /** What a page may report as an error; anything else fails the test. */
  expectErrors: RegExp | null;
}

interface JourneyFixtures {
  /** A page in the browser of somebody else, under the same conditions as the test's own. */
  newVisitor: (options?: BrowserContextOptions & Partial<JourneyOptions>) => Promise<Page>;
  /** Somebody new, who is signed in in the test's browser and has not verified their address. */
  member: Person;
}

interface WorkerFixtures {
  /** The database, past its rules. */
  documents: Omit<Documents, 'close'>;
}

/**
 * Headers of a browser that comes from a client of its own, and takes answers as they are: compressing
 * them anew for each test would take the hosting emulator half of its work.
 */
const newBrowserHeaders = () => ({ ...asNewClient(), 'accept-encoding': 'identity' });

/** Prepares a browser profile; what is returned fails when a page of it reported an error. */
async function watch(context: BrowserContext, expectErrors: RegExp | null): Promise<() => void> {
  const errors = await notePageErrors(context, expectErrors);
  await notePageReadiness(context);
  return () => {
    expect(errors, 'errors that pages reported').toEqual([]);
  };
}

/**
 * A test of the journeys. It has a browser profile of its own, comes from a client of its own (calls
 * are counted by their client), and fails when a page reports an error.
 */
export const test = base.extend<JourneyOptions & JourneyFixtures, WorkerFixtures>({
  expectErrors: [null, { option: true }],
  extraHTTPHeaders: async ({}, use) => use(newBrowserHeaders()),
  context: async ({ context, expectErrors }, use) => {
    const requireNoErrors = await watch(context, expectErrors);
    await use(context);
    requireNoErrors();
  },
  newVisitor: async ({ browser }, use) => {
    const leaves: (() => Promise<void>)[] = [];
    await use(async ({ expectErrors = null, ...options } = {}) => {
      const context = await browser.newContext({
        extraHTTPHeaders: newBrowserHeaders(),
        ...options,
      });
      const requireNoErrors = await watch(context, expectErrors);
      leaves.push(async () => {
        await context.close();
        requireNoErrors();
      });
      return context.newPage();
    });
    for (const leave of leaves) await leave();
  },
  member: async ({ context }, use) => {
    const person = await signUp();
    await rememberSignIn(context, person);
    await use(person);
  },
  documents: [
    async ({}, use) => {
      const documents = openDocuments();
      await use(documents);
      await documents.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };
