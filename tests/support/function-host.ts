import { createRequire } from 'node:module';

/** What `startFunctions` sends: which function to run, with what, and how far its clock is ahead. */
interface Call {
  id: number;
  name: string;
  event: object;
  clockAheadMs: number;
}

type Functions = Record<string, { run(event: object): Promise<void> }>;

// The bundle as it is deployed, built before the suites start.
const functions = createRequire(import.meta.url)('../../functions/lib/index.cjs') as Functions;

const systemNow = Date.now.bind(Date);

process.on('message', (call: Call) => void answer(call));

async function answer({ id, name, event, clockAheadMs }: Call): Promise<void> {
  Date.now = () => systemNow() + clockAheadMs;
  let error: string | null = null;
  try {
    await functions[name]?.run(event);
  } catch (thrown) {
    error = String(thrown);
  }
  process.send?.({ id, error, peakMib: process.resourceUsage().maxRSS / 1024 });
}
