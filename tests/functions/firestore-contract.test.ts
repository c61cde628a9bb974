import { describeFirestore } from '../../functions/src/testing/describe-firestore.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { unique } from '../support/unique.ts';
import { beforeEach } from 'vitest';

let collection = '';

beforeEach(() => {
  collection = `contract-${unique()}`;
});

describeFirestore(database, () => collection);
