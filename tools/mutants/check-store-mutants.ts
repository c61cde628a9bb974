import path from 'node:path';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';
import { firestoreCalls, FUNCTIONS, functionsProgram } from './firestore-calls.ts';
import { firestoreMutants, type Mutant, writesFirestore } from './firestore-mutants.ts';
import { type MutantVitest, openMutantVitest } from './mutant-vitest.ts';
import { putFirst, relatedTests } from './related-tests.ts';

/** Each checks one file at a time. */
const RUNNERS = 2;

/** Tests further away than the nearest and a step more hardly see a fault that these do not, and take minutes. */
const MAX_TESTS = 12;

/** A fault may loop for ever. The machine may be busier than it was when the tests ran without a fault. */
const MIN_TIMEOUT_MS = MINUTE_MS / 2;
const MAX_SLOWDOWN = 5;

interface Store {
  name: string;
  /** In the order in which they run until one fails. */
  tests: string[];
  mutants: Mutant[];
}

interface CheckedMutant extends Mutant {
  /** The test file that failed; null if none did. */
  redTest: string | null;
}

export interface CheckedFile {
  /** Relative to functions/src. */
  name: string;
  mutants: CheckedMutant[];
}

const isProduction = (name: string) =>
  name.startsWith(path.join(FUNCTIONS, 'src/')) && !/\.test\.ts$|\/(testing|fixtures)\//.test(name);
const isProperty = (name: string) => /\.(property|fuzz)\.test\.ts$/.test(name);
/** Tests that mock or reload modules would do so for the others, too, and two need all of a core for a minute. */
const ALONE = [
  'among-many.test.ts',
  'full-documents.test.ts',
  'index.test.ts',
  'member-call.test.ts',
  'serve-api.test.ts',
  'refresh-schedule.test.ts',
];
const isAlone = (name: string) => ALONE.includes(path.basename(name));
const isAlerts = (name: string) => name.includes('/src/alerts/');

/** All files that write Firestore, whose names contain `part`. */
function listStores(part: string): Store[] {
  const program = functionsProgram();
  const calls = firestoreCalls(program);
  const files = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  const writers = files.filter(
    (file) => isProduction(file.fileName) && writesFirestore(calls, file),
  );
  return writers
    .filter(({ fileName }) => fileName.includes(part))
    .sort((left, right) => (left.fileName < right.fileName ? -1 : 1))
    .map((file) => {
      const related = relatedTests(files, file.fileName).filter(({ name }) => !isAlone(name));
      const near = related.filter(({ name }) => !isProperty(name));
      const most = (near[0]?.steps ?? 0) + 1;
      const plain = near.filter(({ steps }) => steps <= most).slice(0, MAX_TESTS);
      const histories = related.filter(({ name }) => isProperty(name) && isAlerts(name));
      const tests = isAlerts(file.fileName) ? [...plain, ...histories] : plain;
      return {
        name: file.fileName,
        tests: tests.map(({ name }) => name),
        mutants: firestoreMutants(calls, file),
      };
    });
}

/**
 * Puts one fault at a time into each file that writes Firestore, and runs its unit tests, then its histories. Throws if
 * they fail without a fault.
 */
export async function checkStoreMutants(
  part: string,
  report: (checked: CheckedFile) => void,
): Promise<CheckedFile[]> {
  const stores = listStores(part).values();
  const checked: CheckedFile[] = [];
  const runOneByOne = async () => {
    const vitest = await openMutantVitest();
    try {
      for (const store of stores) {
        const file = await checkStore(store, vitest);
        report(file);
        checked.push(file);
      }
    } finally {
      await vitest.close();
    }
  };
  await Promise.all(Array.from({ length: RUNNERS }, runOneByOne));
  return checked;
}

async function checkStore(store: Store, vitest: MutantVitest): Promise<CheckedFile> {
  const startedAt = Date.now();
  const failed = await vitest.findRedTest(store.tests, store.name);
  if (failed !== null) throw new Error(`${failed} fails without a fault in ${store.name}`);
  const timeoutMs = MIN_TIMEOUT_MS + MAX_SLOWDOWN * (Date.now() - startedAt);
  const mutants: CheckedMutant[] = [];
  let { tests } = store;
  for (const mutant of store.mutants) {
    const fault = { source: mutant.source, timeoutMs };
    const redTest = await vitest.findRedTest(tests, store.name, fault);
    mutants.push({ ...mutant, redTest });
    tests = putFirst(tests, redTest);
  }
  return { name: path.relative(path.join(FUNCTIONS, 'src'), store.name), mutants };
}
