import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createVitest, type TestSpecification } from 'vitest/node';
import { FUNCTIONS } from './firestore-calls.ts';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';

/** A fault may make a test wait for ever. */
const TEST_TIMEOUT_MS = 20_000;
const RUN_TIMEOUT_MS = 3 * MINUTE_MS;

type Replaced = { file: string; source: string } | null;

function startVitest(replaced: () => Replaced) {
  return createVitest(
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
          load: (id) => (id === replaced()?.file ? replaced()?.source : null),
        },
      ],
    },
  );
}

/** One Vitest for all mutants, which transforms each unchanged source only once. */
export async function openMutantVitest() {
  let replaced: Replaced = null;
  let vitest = await startVitest(() => replaced);

  return {
    /** Returns the first test file that fails if the file has this source, or null. */
    async findRedTest(
      tests: readonly string[],
      file: string,
      source = readFileSync(file, 'utf8'),
    ): Promise<string | null> {
      for (const changed of [replaced?.file ?? file, file]) vitest.invalidateFile(changed);
      replaced = { file, source };
      const project = vitest.getRootProject();
      const specs = tests.map((test) => project.createSpecification(test));
      const timer = new AbortController();
      const result = await Promise.race([
        vitest.runTestSpecifications(specs),
        pause(RUN_TIMEOUT_MS, null, { signal: timer.signal }),
      ]);
      timer.abort();
      if (result === null) {
        // An endless loop does not answer the first request to stop. The run itself may never end.
        void vitest.cancelCurrentRun('keyboard-input');
        void vitest.cancelCurrentRun('keyboard-input');
        vitest = await startVitest(() => replaced);
        return 'a timeout';
      }
      // Vitest also returns the files of earlier runs.
      const red = result.testModules.find(
        (each) => tests.includes(each.moduleId) && each.state() === 'failed',
      );
      if (red === undefined) return result.unhandledErrors.length > 0 ? 'an unhandled error' : null;
      return red.relativeModuleId;
    },
    close: () => vitest.close(),
  };
}

class AsGiven {
  sort = (specs: TestSpecification[]) => specs;
  shard = (specs: TestSpecification[]) => specs;
}
