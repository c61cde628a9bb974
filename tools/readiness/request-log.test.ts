import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { REPOSITORY } from '../processes/repository.ts';
import { checkProject } from './check-project.ts';
import { PROJECT, readyProject, SETTINGS } from './ready-project.ts';
import { deployPlan } from '../deploy/deploy-plan.ts';
import type { FakeProject } from '../deploy/fake-google.ts';
import { excludeAddresses } from '../deploy/request-log.ts';

const FILTER =
  'resource.type="cloud_run_revision" AND resource.labels.service_name=("api" OR "feeds" OR "pages" OR "unsubscribe") AND log_id("run.googleapis.com/requests")';

function world(change?: (project: FakeProject) => void) {
  const { google, project, calls } = readyProject(change);
  const check = async () =>
    (await checkProject(google, deployPlan(SETTINGS, PROJECT))).filter(({ text }) =>
      text.includes('request log'),
    );
  return { project, calls, check, exclude: () => excludeAddresses(google, PROJECT) };
}

describe('the request log', () => {
  test('gets an exclusion with the deployment, and the check says so before and after', async () => {
    const { project, check, exclude, calls } = world();
    expect(await check()).toMatchObject([
      { state: 'later', fix: [expect.stringContaining('gcloud logging sinks update _Default')] },
    ]);
    expect(await exclude()).toEqual([expect.stringContaining('From now on Google’s request log')]);
    expect(project.exclusions.get('addresses')).toEqual({ name: 'addresses', filter: FILTER });
    expect(await check()).toMatchObject([{ state: 'ok' }]);

    calls.splice(0);
    expect(await exclude()).toEqual([]);
    expect(calls.filter((call) => !call.includes(' GET '))).toEqual([]);
  });

  test.each([
    ['that is switched off', { filter: FILTER, disabled: true }],
    ['that lacks a function', { filter: FILTER.replace('"api" OR ', '') }],
    ['of another log', { filter: FILTER.replace('run.googleapis.com/requests', 'other') }],
  ])('mends an exclusion %s', async (_, exclusion) => {
    const { project, check, exclude } = world(({ exclusions }) =>
      exclusions.set('addresses', exclusion),
    );
    expect(await check()).toMatchObject([{ state: 'later' }]);
    await exclude();
    expect(project.exclusions.get('addresses')).toMatchObject({ filter: FILTER, disabled: false });
  });

  test('keeps the functions of an earlier version in the exclusion', async () => {
    const { project, exclude } = world(({ exclusions }) =>
      exclusions.set('addresses', { filter: FILTER.replace('"api"', '"privatefeeds"') }),
    );
    await exclude();
    expect(project.exclusions.get('addresses')).toMatchObject({
      filter: FILTER.replace('"pages"', '"pages" OR "privatefeeds"'),
    });
  });

  test('leaves an exclusion that covers more', async () => {
    const filter = FILTER.replace('"pages"', '"other" OR "pages"');
    const { check, exclude } = world(({ exclusions }) => exclusions.set('addresses', { filter }));
    expect(await check()).toMatchObject([{ state: 'ok' }]);
    expect(await exclude()).toEqual([]);
  });

  test('prints the command if the account may not change the log', async () => {
    const { check, exclude } = world(({ lacking }) => lacking.add('logging.exclusions.create'));
    expect((await exclude()).join('\n')).toMatch(
      /records searches and secret addresses \(403\)[^]*gcloud logging sinks update _Default .*--add-exclusion=name=addresses/,
    );
    expect(await check()).toMatchObject([{ state: 'later' }]);
  });

  test('excludes every function whose addresses can contain a query or a token', () => {
    const { hosting } = z
      .object({
        hosting: z.object({
          rewrites: z.array(
            z.object({ function: z.object({ functionId: z.string() }).optional() }),
          ),
        }),
      })
      .parse(JSON.parse(readFileSync(path.join(REPOSITORY, 'firebase.json'), 'utf8')));
    const called = hosting.rewrites.flatMap((rewrite) => rewrite.function?.functionId ?? []);
    // These take everything in the body of a POST.
    const harmless = ['search', 'health', 'mailEvents'];
    const needed = [...new Set(called)].filter((name) => !harmless.includes(name));
    expect(needed.length).toBeGreaterThan(3);
    for (const name of needed) expect(FILTER).toContain(`"${name.toLowerCase()}"`);
  });
});
