export class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

export interface Request {
  body: Record<string, unknown>;
  query: URLSearchParams;
  /** The part of the path that the pattern's `*` matched. */
  rest: string;
}

/** Answers of a fake API by `api METHOD path`. A path may contain one `*`. */
export type Routes = Record<string, (request: Request) => unknown>;

export function found<Value>(value: Value | null): Value {
  if (value === null) throw new Refusal(404);
  return value;
}
