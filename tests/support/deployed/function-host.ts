import { createRequire } from 'node:module';

/** What `startFunctions` sends: which function to run, with what, and how far its clock is ahead. */
interface Call {
  id: number;
  name: string;
  event: object;
  clockAheadMs: number;
}

type Functions = Record<string, { run(event: object): Promise<void> }>;

let clockAheadMs = 0;
const systemNow = Date.now.bind(Date);
const now = () => systemNow() + clockAheadMs;

// The functions and their libraries get the same time, whichever way they ask for it.
globalThis.Date = new Proxy(Date, {
  construct: (date, fields: unknown[], made) =>
    Reflect.construct(date, fields.length === 0 ? [now()] : fields, made) as Date,
  get: (date, name, receiver): unknown =>
    name === 'now' ? now : Reflect.get(date, name, receiver),
});

// The bundle as it is deployed, built before the suites start.
const functions = createRequire(import.meta.url)('../../../functions/lib/index.cjs') as Functions;

process.on('message', (call: Call) => void answer(call));

async function answer({ id, name, event, clockAheadMs: aheadMs }: Call): Promise<void> {
  clockAheadMs = aheadMs;
  let error: string | null = null;
  try {
    await functions[name]?.run(event);
  } catch (thrown) {
    error = String(thrown);
  }
  process.send?.({ id, error, peakMib: process.resourceUsage().maxRSS / 1024 });
}
