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
  /** With an article, such as "an alert". */
  what: string;
  opened: readonly Method[];
  /** Creates a valid document below `users/{uid}`; a different one for each `key`. */
  example: (key: string) => StoredDocument;
  /** The fields of an update. Without them, an update replaces the whole document. */
  change?: DocumentData;
}

/** For each denied case, another case allows the same request: to the owner, or else to the server. */
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
