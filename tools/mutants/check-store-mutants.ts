import path from 'node:path';
import { firestoreCalls, FUNCTIONS, functionsProgram } from './firestore-calls.ts';
import { firestoreMutants, type Mutant, writesFirestore } from './firestore-mutants.ts';
import { openMutantVitest } from './mutant-vitest.ts';
import { relatedTests } from './related-tests.ts';

/** Each runs one mutant at a time. */
const RUNNERS = 2;

/** Tests further away than the nearest and a step more hardly see a fault that these do not, and take minutes. */
const MAX_TESTS = 12;

interface Work extends Mutant {
  file: string;
  /** Lists of tests that are tried one after another. */
  tests: string[][];
}

interface CheckedMutant extends Mutant {
  /** Relative to functions/src. */
  file: string;
  /** The test file that failed; null if none did. */
  redTest: string | null;
}

const isProduction = (name: string) =>
  name.startsWith(path.join(FUNCTIONS, 'src/')) && !/\.test\.ts$|\/(testing|fixtures)\//.test(name);
const isProperty = (name: string) => /\.(property|fuzz)\.test\.ts$/.test(name);
/** Tests that mock or reload modules would do so for the others, too, and one needs all of a core for a minute. */
const ALONE = [
  'among-many.test.ts',
  'index.test.ts',
  'member-call.test.ts',
  'serve-api.test.ts',
  'refresh-schedule.test.ts',
];
const isAlone = (name: string) => ALONE.includes(path.basename(name));
const isAlerts = (name: string) => name.includes('/src/alerts/');

/** Mutants of all files that write Firestore, whose names contain `part`. */
function listWork(part: string): Work[] {
  const program = functionsProgram();
  const calls = firestoreCalls(program);
  const files = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  const writers = files.filter(
    (file) => isProduction(file.fileName) && writesFirestore(calls, file),
  );
  return writers
    .filter(({ fileName }) => fileName.includes(part))
    .sort((left, right) => (left.fileName < right.fileName ? -1 : 1))
    .flatMap((file) => {
      const related = relatedTests(files, file.fileName).filter(({ name }) => !isAlone(name));
      const near = related.filter(({ name }) => !isProperty(name));
      const most = (near[0]?.steps ?? 0) + 1;
      const plain = near
        .filter(({ steps }) => steps <= most)
        .slice(0, MAX_TESTS)
        .map(({ name }) => name);
      const properties = related.map(({ name }) => name).filter(isProperty);
      const histories = properties.filter(isAlerts);
      const tests = isAlerts(file.fileName) ? [plain, histories] : [plain];
      return firestoreMutants(calls, file).map((mutant) => ({
        ...mutant,
        file: file.fileName,
        tests,
      }));
    });
}

/**
 * Puts one fault at a time into each file that writes Firestore, and runs its unit tests, then its histories. Throws if
 * they fail without a fault.
 */
export async function checkStoreMutants(
  part: string,
  report: (checked: CheckedMutant) => void,
): Promise<CheckedMutant[]> {
  const work = listWork(part).values();
  const checked: CheckedMutant[] = [];
  const known = new Map<string, Promise<void>>();
  const runOneByOne = async () => {
    const vitest = await openMutantVitest();
    async function firstRed({ file, tests, source }: Work, isFault = true): Promise<string | null> {
      for (const some of tests) {
        const red = await vitest.findRedTest(some, file, isFault ? source : undefined);
        if (red !== null) return red;
      }
      return null;
    }
    try {
      for (const each of work) {
        if (!known.has(each.file)) {
          const red = firstRed(each, false).then((test) => {
            if (test !== null) throw new Error(`${test} fails without a fault in ${each.file}`);
          });
          known.set(each.file, red);
        }
        await known.get(each.file);
        const { change, line, source } = each;
        const file = path.relative(path.join(FUNCTIONS, 'src'), each.file);
        const result = { change, line, source, file, redTest: await firstRed(each) };
        report(result);
        checked.push(result);
      }
    } finally {
      await vitest.close();
    }
  };
  await Promise.all(Array.from({ length: RUNNERS }, runOneByOne));
  return checked;
}
