import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { signUpVerified } from '../support/account.ts';
import { look, WITHOUT_MOTION } from '../support/browser/look.ts';
import { expect, test } from '../support/journey/journey.ts';
import { button, fillInSignIn, heading } from '../support/journey/member.ts';
import { siteUrl } from '../support/stack.ts';

test.use(WITHOUT_MOTION);

const VERIFIER = 'v'.repeat(43);

/** A program on the person's device that waits for them to come back. */
async function openProgram() {
  const back: URL[] = [];
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    if (url.pathname === '/callback') back.push(url);
    reply.setHeader('content-type', 'text/html').end('<title>Program</title><h1>You are back</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const redirect = `http://127.0.0.1:${port}/callback`;
  const registered = await fetch(`${siteUrl()}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'My assistant', redirect_uris: [redirect] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    state: 's',
  });
  return { back, query, close: () => server.close() };
}

test('a visitor signs in, allows an app, and disconnects it on the account page', async ({
  page,
}) => {
  const person = await signUpVerified();
  const program = await openProgram();
  await page.goto(`/authorize?${program.query.toString()}`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Then you can connect the app that sent you here.')).toBeVisible();
  await fillInSignIn(page, person.email);
  await heading(page, 'Connect My assistant?').waitFor();
  await expect(page).toHaveURL(/\/authorize\?/);
  await expect(page.getByText('Nobody has checked this name')).toBeVisible();
  await look(page);

  await page.getByLabel('List, add, change and delete your alerts').uncheck();
  await button(page, 'Allow').click();
  await heading(page, 'You are back').waitFor();
  expect(program.back[0]?.searchParams.get('state')).toBe('s');
  const code = program.back[0]?.searchParams.get('code') ?? '';
  const exchanged = await fetch(`${siteUrl()}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: program.query.get('client_id') ?? '',
      redirect_uri: program.query.get('redirect_uri') ?? '',
      code_verifier: VERIFIER,
    }),
  });
  expect(await exchanged.json()).toMatchObject({ scope: 'read' });

  await page.goto('/dashboard#apps');
  await heading(page, 'Connected apps (1)').waitFor();
  await look(page);
  await page.getByRole('button', { name: 'Disconnect (My assistant)' }).click();
  await button(page, 'Disconnect').click();
  await expect(page.getByText('“My assistant” disconnected.')).toBeVisible();
  await heading(page, 'Connected apps').waitFor();
  program.close();
});

test('says no to an app, and to a link that is not right', async ({ page }) => {
  const person = await signUpVerified();
  const program = await openProgram();
  await page.goto(`/authorize?${program.query.toString()}`);
  await fillInSignIn(page, person.email);
  await button(page, 'Not now').click();
  await heading(page, 'You are back').waitFor();
  expect(program.back[0]?.searchParams.get('error')).toBe('access_denied');

  program.query.set('code_challenge_method', 'plain');
  await page.goto(`/authorize?${program.query.toString()}`);
  await heading(page, 'This app cannot be connected').waitFor();
  await look(page);
  await button(page, 'Back to the app').click();
  await heading(page, 'You are back').waitFor();
  expect(program.back[1]?.searchParams.get('error')).toBe('invalid_request');

  program.query.set('redirect_uri', 'https://evil.example/');
  await page.goto(`/authorize?${program.query.toString()}`);
  await heading(page, 'This app cannot be connected').waitFor();
  await expect(button(page, 'Back to the app')).toHaveCount(0);
  program.close();
});

test('an app waits until the address of a new account is verified', async ({ page, member }) => {
  const program = await openProgram();
  await page.goto(`/authorize?${program.query.toString()}`);
  await expect(page.getByText('Verify your email to connect an app.')).toBeVisible();
  await expect(page.getByText(member.email).last()).toBeVisible();
  await expect(button(page, 'Allow')).toHaveCount(0);
  program.close();
});
