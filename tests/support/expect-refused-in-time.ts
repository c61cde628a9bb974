import { expect } from 'vitest';

/** The emulator starts another process of a function while one is at work, for tests side by side. */
const MOST_PROCESSES = 4;
const PER_MINUTE = 30;

/**
 * Searches until one is refused, expects that to be no sooner than after those that a minute has, and
 * resolves with the refusal. Each process counts by itself.
 * @param search Makes the call of this number.
 */
export async function expectRefusedInTime(
  search: (call: number) => Promise<Response>,
): Promise<Response> {
  let answer = await search(0);
  let allowed = 0;
  for (; answer.status === 200 && allowed < PER_MINUTE * MOST_PROCESSES; allowed += 1) {
    answer = await search(allowed + 1);
  }
  expect(allowed).toBeGreaterThanOrEqual(PER_MINUTE);
  expect(answer.status).toBe(429);
  return answer;
}
