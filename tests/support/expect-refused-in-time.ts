import { expect } from 'vitest';

/** Max processes per function. The emulator starts more than one for concurrent tests, each with its own count. */
const MOST_PROCESSES = 4;
const PER_MINUTE = 30;

/**
 * Searches until a response has status 429, and resolves with that response. Fails if this happens below the limit
 * per minute.
 * @param search Sends the request with this number.
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
