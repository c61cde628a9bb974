import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createVitest, type TestSpecification } from 'vitest/node';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';
import { FUNCTIONS } from './firestore-calls.ts';

/** A fault may make a test wait for ever. The longest history takes 15 seconds if nothing else runs. */
const TEST_TIMEOUT_MS = MINUTE_MS;
const MAX_GREEN_RUN_MS = 10 * MINUTE_MS;

interface Fault {
  /** The file's source with the fault. */
  source: string;
  timeoutMs: number;
}

export interface MutantVitest {
  /** Returns the first test file that fails, or null. */
  findRedTest: (tests: readonly string[], file: string, fault?: Fault) => Promise<string | null>;
  close: () => Promise<void>;
}

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
export async function openMutantVitest(): Promise<MutantVitest> {
  let replaced: Replaced = null;
  let vitest = await startVitest(() => replaced);

  return {
    async findRedTest(tests, file, fault) {
      for (const changed of [replaced?.file ?? file, file]) vitest.invalidateFile(changed);
      replaced = fault ? { file, source: fault.source } : null;
      const project = vitest.getRootProject();
      const specs = tests.map((test) => project.createSpecification(test));
      const timer = new AbortController();
      const result = await Promise.race([
        vitest.runTestSpecifications(specs),
        pause(fault?.timeoutMs ?? MAX_GREEN_RUN_MS, null, { signal: timer.signal }),
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
      const failed = result.testModules.filter((each) => each.state() === 'failed');
      const red = tests.find((test) => failed.some(({ moduleId }) => moduleId === test));
      return red ?? (result.unhandledErrors.length > 0 ? 'an unhandled error' : null);
    },
    close: () => vitest.close(),
  };
}

class AsGiven {
  sort = (specs: TestSpecification[]) => specs;
  shard = (specs: TestSpecification[]) => specs;
}
