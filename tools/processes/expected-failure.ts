/** Something a person can put right. `message` is the whole of what is printed, without a stack. */
export class ExpectedFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ExpectedFailure';
  }
}

/** What the work gives; where it fails as expected, prints the sentence and ends the process with 1. */
export function orExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
