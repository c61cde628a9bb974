/** An error that the user can fix. Its `message` is printed without a stack trace. */
export class ExpectedFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ExpectedFailure';
  }
}

/** The result of `work`. Prints an {@link ExpectedFailure} and exits with code 1. */
export function orExit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
