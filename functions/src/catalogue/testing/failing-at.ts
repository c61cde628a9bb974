import type { WritableCatalogue } from '../catalogue.ts';
import type { Work } from '../schema/work.ts';

/** Makes a write fail before a statement that matches. */
export function failingAt(
  catalogue: WritableCatalogue,
  statement: RegExp,
  failure: Error,
): WritableCatalogue {
  function* failing<T>(work: Work<T>): Work<T> {
    let step = work.next();
    while (step.done !== true) {
      if (step.value !== null && statement.test(step.value.sql)) throw failure;
      step = work.next(yield step.value);
    }
    return step.value;
  }
  return {
    ...catalogue,
    write: (work) => catalogue.write(() => failing(work())),
    writeOne: (work) => catalogue.writeOne(() => failing(work())),
  };
}
