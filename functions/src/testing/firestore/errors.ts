export const INVALID_ARGUMENT = 3;
export const NOT_FOUND = 5;
export const ALREADY_EXISTS = 6;
export const FAILED_PRECONDITION = 9;
export const ABORTED = 10;
export const UNAVAILABLE = 14;

/** @param code A code of gRPC, as the SDK's errors have it. */
export function firestoreError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}

/** Names that promises, tests and printers look for on any object. */
const PROBED = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName', '$$typeof']);

/** Reading a member that a subclass does not have throws, so that no unsupported call passes silently. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- Its prototype has the members.
export class Loud {}

Object.setPrototypeOf(
  Loud.prototype,
  new Proxy(Object.prototype, {
    get(target, name, receiver): unknown {
      if (typeof name === 'symbol' || name in target || PROBED.has(name)) {
        return Reflect.get(target, name, receiver);
      }
      throw new Error(`memoryFirestore does not have ${name}`);
    },
  }),
);
