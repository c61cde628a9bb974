import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';
import { FUNCTIONS } from './firestore-calls.ts';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';

/** A fault may make a test wait for ever. */
const TEST_TIMEOUT_MS = 20_000;
const RUN_TIMEOUT_MS = 3 * MINUTE_MS;

/** One Vitest for all mutants, which transforms each unchanged source only once. */
export async function openMutantVitest() {
  let replaced: { file: string; source: string } | null = null;
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: FUNCTIONS,
      include: ['src/**/*.test.ts'],
      setupFiles: ['test-seed.ts', 'test-setup.ts'].map((name) =>
        path.join(FUNCTIONS, 'src/testing', name),
      ),
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      restoreMocks: true,
      testTimeout: TEST_TIMEOUT_MS,
      hookTimeout: TEST_TIMEOUT_MS,
      bail: 1,
      watch: false,
      silent: true,
      reporters: [{}],
      sequence: { sequencer: AsGiven },
    },
    {
      envDir: false,
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          load: (id) => (id === replaced?.file ? replaced.source : null),
        },
      ],
    },
  );

  return {
    /** Returns the first test that fails if the file has this source, or null. */
    async findRedTest(
      tests: readonly string[],
      file: string,
      source = readFileSync(file, 'utf8'),
    ): Promise<string | null> {
      for (const changed of [replaced?.file ?? file, file]) vitest.invalidateFile(changed);
      replaced = { file, source };
      const project = vitest.getRootProject();
      const specs = tests.map((test) => project.createSpecification(test));
      const late = new AbortController();
      // An endless loop does not answer the first request to stop.
      const stop = () => {
        late.abort();
        void vitest.cancelCurrentRun('keyboard-input');
        void vitest.cancelCurrentRun('keyboard-input');
      };
      const timer = setTimeout(stop, RUN_TIMEOUT_MS);
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs);
      clearTimeout(timer);
      if (late.signal.aborted) return 'a timeout';
      // Vitest also returns the files of earlier runs.
      const red = testModules.find(
        (each) => tests.includes(each.moduleId) && each.state() === 'failed',
      );
      if (red === undefined) return unhandledErrors.length > 0 ? 'an unhandled error' : null;
      return red.relativeModuleId;
    },
    close: () => vitest.close(),
  };
}

class AsGiven {
  sort = (specs: TestSpecification[]) => specs;
  shard = (specs: TestSpecification[]) => specs;
}
