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
  /** Any page error that does not match fails the test. */
  expectErrors: RegExp | null;
}

interface JourneyFixtures {
  newVisitor: (options?: BrowserContextOptions & Partial<JourneyOptions>) => Promise<Page>;
  /** A new signed-in person whose address is not verified. */
  member: Person;
}

interface WorkerFixtures {
  /** Firestore, accessed without rules. */
  documents: Omit<Documents, 'close'>;
}

/** `identity` saves the hosting emulator half of its work: it would compress every response. */
const newBrowserHeaders = () => ({ ...asNewClient(), 'accept-encoding': 'identity' });

async function watch(context: BrowserContext, expectErrors: RegExp | null): Promise<() => void> {
  const errors = await notePageErrors(context, expectErrors);
  await notePageReadiness(context);
  return () => {
    expect(errors, 'errors that pages reported').toEqual([]);
  };
}

/**
 * Each test has its own browser profile and client address, because rate limits count clients. The test fails if a
 * page reports an error.
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
