import { onTestFinished } from 'vitest';
import { type Receiver, startReceiver } from './start-receiver.ts';

export { isSigned, type Receiver } from './start-receiver.ts';

/** The receiver stays open until the test ends. */
export async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}
