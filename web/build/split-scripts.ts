import path from 'node:path';
import type { Rolldown } from 'vite';

/** Where visitors search. What shows the other public pages is imported late in the same places. */
const HOME = 'src/app/pages/home-route.tsx';

/**
 * How the scripts are cut, beyond one for each part that is imported late: what every page begins
 * with, in two files, and what the public pages share, in a third. Who imports what decides, so that
 * a module may move without changing what visitors load.
 * @param root The folder of the site's package, absolute.
 */
export function splitScripts(root: string): Rolldown.CodeSplittingOptions {
  let shared: Set<string> | undefined;
  return {
    groups: [
      // Changes seldom, so that browsers keep it from one release to the next.
      {
        name: 'react',
        test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
        priority: 3,
      },
      // In one file it compresses a tenth better than in a dozen.
      { name: 'frame', tags: ['$initial'], priority: 2 },
      // Small files of their own would weigh more.
      {
        name: (id, modules) => {
          shared ??= sharedWithHome(root, modules);
          return shared.has(id) ? 'episodes' : null;
        },
        priority: 1,
      },
    ],
  };
}

/** The modules of the site that the home page and another public page both begin with. */
function sharedWithHome(root: string, modules: Rolldown.ChunkingContext): Set<string> {
  const home = path.join(root, HOME);
  const pages = modules
    .getModuleInfo(home)
    ?.dynamicImporters.flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  if (!pages?.includes(home)) throw new Error(`${home} is not a page that is imported late`);
  const sources = path.join(root, 'src/');
  const ofHome = importedFrom([home], sources, modules);
  const others = pages.filter((page) => page !== home);
  const ofOthers = importedFrom(others, sources, modules);
  return new Set([...ofHome].filter((id) => ofOthers.has(id)));
}

/**
 * Modules and all that they import, at whatever distance. Packages and the contract are left out:
 * much of what their indexes list is not used, and what is used comes along with who uses it.
 */
function importedFrom(
  ids: readonly string[],
  sources: string,
  modules: Rolldown.ChunkingContext,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || !id.startsWith(sources)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
