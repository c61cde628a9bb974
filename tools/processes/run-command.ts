import { ExpectedFailure } from './expected-failure.ts';
import { watchInterrupts } from './interrupts.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * Does a command's work under a supervisor and ends the process: with what the work returns, with 1
 * when it fails, with `interruptedCode` when it was interrupted. Whatever happens, everything
 * the supervisor keeps has been stopped by then.
 */
export async function runCommand(
  supervisor: Supervisor,
  interruptedCode: number,
  work: () => Promise<number>,
): Promise<never> {
  // Before the temporary folder goes, in which they may be writing.
  process.prependListener('exit', () => supervisor.killAll());
  watchInterrupts({
    onFirst: () => {
      console.log('\nStopping …');
      void supervisor.stop().then(() => process.exit(interruptedCode));
    },
    onAgain: () => process.exit(130),
  });
  const code = await work().catch((error: unknown) => {
    // What fails because all is being stopped is no news.
    if (supervisor.stopping) return interruptedCode;
    console.error(error instanceof ExpectedFailure ? error.message : error);
    return 1;
  });
  await supervisor.stop();
  process.exit(code);
}
