export type SearchFailureReason =
  | { kind: 'http'; status: number; statusText: string }
  | { kind: 'network' }
  | { kind: 'unexpected' };

export class SearchFailure extends Error {
  readonly reason: SearchFailureReason;

  constructor(reason: SearchFailureReason, options?: ErrorOptions) {
    super(`search failed: ${reason.kind}`, options);
    this.name = 'SearchFailure';
    this.reason = reason;
  }
}
