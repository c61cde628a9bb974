import type { DocumentData } from 'firebase/firestore/lite';
import { methodCase } from './method-case.ts';
import {
  type Caller,
  type Method,
  METHODS,
  type RuleCase,
  type StoredDocument,
} from './rule-case.ts';

interface Access {
  policy: string;
  /** What the documents are called in a sentence, with its article: "an alert". */
  what: string;
  /** What the owner may do; everybody else may do nothing. */
  opened: readonly Method[];
  /** A document below `users/{uid}` that the rules accept; another one for each `key`. */
  example: (key: string) => StoredDocument;
  /** What an update changes; without it, it writes another example over the document. */
  change?: DocumentData;
}

/**
 * Every method asked by everyone. Who is denied has a permitted twin that asks for just the same:
 * the owner where the owner may, the server everywhere.
 */
export function accessCases({ policy, what, opened, example, change }: Access): RuleCase[] {
  return METHODS.flatMap((method) =>
    Object.entries(CALLERS).map(([by, callerOf]) => {
      const document = example(`${method} by ${by}`);
      const [, owner = ''] = document.path.split('/');
      const caller = callerOf(owner);
      const mayAsk = by === 'the owner' && opened.includes(method);
      const verdict = mayAsk || caller === 'the server' ? 'allowed' : 'denied';
      return methodCase({ policy, method, what, by, caller, verdict, document, change });
    }),
  );
}

const CALLERS: Record<string, (owner: string) => Caller> = {
  'the owner': (owner) => ({ uid: owner }),
  'another person': () => ({ uid: 'grace' }),
  'a person whose id begins with the owner’s': (owner) => ({ uid: `${owner}x` }),
  'a person whose id the owner’s begins with': (owner) => ({ uid: owner.slice(0, -1) }),
  'a person whose id differs in case': (owner) => ({ uid: owner.toUpperCase() }),
  nobody: () => 'nobody',
  'the server': () => 'the server',
};
