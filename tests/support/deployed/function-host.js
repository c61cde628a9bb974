// Plain JavaScript, because with a TypeScript loader the bundle takes four times as long to load.
import { createRequire } from 'node:module';

/**
 * @typedef {{ id: number, name: string, event: object, clockAheadMs: number }} Call
 *   What `startFunctions` sends: which function to run, with what, and how far its clock is ahead.
 */

let clockAheadMs = 0;
const systemNow = Date.now.bind(Date);
const now = () => systemNow() + clockAheadMs;

// Replaces Date, so that the functions and their libraries see the advanced clock.
globalThis.Date = new Proxy(Date, {
  construct(date, fields, made) {
    /** @type {unknown} */
    const time = Reflect.construct(date, fields.length === 0 ? [now()] : fields, made);
    return /** @type {Date} */ (time);
  },
  /** @returns {unknown} */
  get: (date, name, receiver) => (name === 'now' ? now : Reflect.get(date, name, receiver)),
});

/**
 * The deployed bundle, which `npm test` builds before the suites.
 * @type {unknown}
 */
const bundle = createRequire(import.meta.url)('../../../functions/lib/index.cjs');
const functions = /** @type {Record<string, { run(event: object): Promise<void> }>} */ (bundle);

process.on('message', (/** @type {Call} */ call) => void answer(call));

/** @param {Call} call */
async function answer({ id, name, event, clockAheadMs: aheadMs }) {
  clockAheadMs = aheadMs;
  /** @type {string | null} */
  let error = null;
  try {
    await functions[name]?.run(event);
  } catch (thrown) {
    error = String(thrown);
  }
  process.send?.({ id, error, peakMib: process.resourceUsage().maxRSS / 1024 });
}
