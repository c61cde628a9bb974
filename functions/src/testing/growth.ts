/**
 * Ratios of times that were measured in the same run, because seconds say more about a busy machine than about the code.
 */

/**
 * Starts a watch that returns the milliseconds since: the smaller of wall time, which other processes inflate, and CPU
 * time of this process, which other threads inflate.
 */
function startWatch(): () => number {
  const from = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - from, (user + system) / 1000);
  };
}

export function timeOf(work: () => unknown): number {
  const watch = startWatch();
  work();
  return watch();
}

const PASS = 'A word, then another one. '.repeat(40_000);

/**
 * Reads a megabyte word by word, seven times: about 30 ms on a quiet machine. One `match` of all words takes 5 to 20 ms,
 * as the garbage collector likes, which is too uneven to compare with.
 */
function readMegabyte(): number {
  let words = 0;
  for (let pass = 0; pass < 7; pass += 1) {
    const word = /\w+/g;
    while (word.exec(PASS) !== null) words += 1;
  }
  return words;
}

/** Time of `work` as a multiple of {@link readMegabyte}. The reading right before and after is compared. */
export function passesOf(work: () => unknown): number {
  const before = timeOf(readMegabyte);
  const took = timeOf(work);
  return took / Math.max(before, timeOf(readMegabyte));
}

const ROUNDS = 3;

/** How many times as long `large` takes as `small`: the fastest of interleaved runs. */
export async function growthOf(
  small: () => Promise<unknown>,
  large: () => Promise<unknown>,
): Promise<number> {
  const fastest = { small: Infinity, large: Infinity };
  const timed = async (work: () => Promise<unknown>) => {
    const watch = startWatch();
    await work();
    return watch();
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    fastest.small = Math.min(fastest.small, await timed(small));
    fastest.large = Math.min(fastest.large, await timed(large));
  }
  return fastest.large / fastest.small;
}
