/** Something a person can put right. `message` is the whole of what is printed, without a stack. */
export class ExpectedFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ExpectedFailure';
  }
}
