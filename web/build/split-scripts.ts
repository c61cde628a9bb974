import path from 'node:path';
import type { Rolldown } from 'vite';

/** Most visits load this page. The modules that import it lazily also import the other public pages. */
const HOME = 'src/app/pages/home-route.tsx';

/**
 * Creates a chunk for each lazy import and four shared ones: React, what every page loads, what the home page shares
 * with other pages, and what members' pages share. Packages define React's chunk, and folders the last one. The other
 * two follow from the imports, so their modules can move.
 */
export function splitScripts(root: string): Rolldown.CodeSplittingOptions {
  let shared: Set<string> | undefined;
  return {
    groups: [
      // React changes rarely, so browsers keep this chunk in the cache across releases.
      {
        name: 'react',
        test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
        priority: 3,
      },
      // One file compresses 10 % better than a dozen.
      { name: 'frame', tags: ['$initial'], priority: 2 },
      // Separate small chunks would be larger in total.
      {
        name: (id, modules) => {
          shared ??= sharedWithHome(root, modules);
          // show-keys.ts contains only an event's name, which is shorter than the name of another chunk.
          return shared.has(id) || id.endsWith('/show-keys.ts') ? 'episodes' : null;
        },
        priority: 1,
      },
      // What the sign-in page and every page of a member load. Each file costs a phone several milliseconds, so members'
      // pages load few.
      {
        name: 'firebase-auth',
        test: /\/node_modules\/(firebase|idb|@firebase\/(app|auth|component|logger|util))\/(?!firestore|functions)|\/src\/shared\/(data\/(firebase\/|session\/(firebase-auth|signed-up-here))|page\/push-subscription)/,
        includeDependenciesRecursively: false,
        priority: 0,
      },
      // What every page of a member loads: their data, and the number of unread matches.
      {
        name: 'member-area',
        test: /\/src\/shared\/data\/(firestore\/|member-area)|\/src\/features\/alerts\/inbox\/(use-inbox|use-read-again|inbox-rows|day-name|unread-count)|\/functions\/src\/contract\/(clamp-text|bidi-controls|people\/(alert|api-key|bookmark|channel|connected-app|delivery|match|pending|preferences|show|slots)\.)|\/node_modules\/(rxjs|rxfire|firebase\/firestore|@firebase\/(firestore|webchannel-wrapper))\//,
        includeDependenciesRecursively: false,
        priority: 0,
      },
      // What members' pages and forms share.
      {
        name: 'member',
        test: /\/src\/shared\/(data\/(hooks\/|member\/|verify-first|notice-verification|add-channel-link|session\/use-verification)|page\/(use-anchor|save-file)|text\/(dates|write-csv|browser-time-zone))|\/src\/features\/alerts\/create\/(use-add-alerts|keyword-problem)|\/functions\/src\/query\/same-alert|\/icons\/mail-exclamation-point\.m?js/,
        includeDependenciesRecursively: false,
        priority: 0,
      },
      {
        name: 'inbox',
        test: /\/src\/features\/alerts\/(inbox\/|list\/tracking-keywords|create\/(alert-suggestions|suggested-keywords))|subject\.ts\?for=suggested-keywords/,
        includeDependenciesRecursively: false,
        priority: -1,
      },
      {
        name: 'member-nav',
        test: /\/src\/app\/header\/(account-label|member-nav|late-unread-count)/,
        includeDependenciesRecursively: false,
        priority: 0,
      },
      // Pages of visitors load these, too.
      {
        name: 'slots',
        test: /\/src\/(app\/slots\/(member-episode-actions|verify-slot)|features\/alerts\/(pending-alert\/read-intent|create\/alert-place))/,
        includeDependenciesRecursively: false,
        priority: 0,
      },
      {
        name: 'schemas',
        test: /\/node_modules\/zod\/|\/functions\/src\/contract\/episodes\/episode\.ts/,
        includeDependenciesRecursively: false,
        priority: 0,
      },
      // A search loads one late chunk instead of six.
      {
        name: 'query-row',
        test: /\/src\/(app\/slots\/(query-row|help-button)|features\/search\/refine\/(refine-row|may-have-query-syntax)|shared\/ui\/text-button)|\/query\/(query-signs|fields|language)\.ts|\/icons\/sliders-horizontal\.m?js/,
        includeDependenciesRecursively: false,
        priority: 0,
      },
      // Forms and members' lists share these modules and icons; no search needs them.
      {
        name: 'forms',
        test: /\/src\/shared\/(page\/member-(page|title)|ui\/(card|fact-line|list-row|list-section|row-toggle|text-field|password-field|tips|text-link|failure-notice|undo-row|use-secret-state|use-overdue|select-field)|data\/session\/(auth-service|prefers-redirect))\.|\/icons\/(x|eye|eye-off|circle-exclamation-point|check|chevron-down|bell|bell-plus|circle-check|loader-circle|bookmark)\.m?js/,
        includeDependenciesRecursively: false,
        priority: 0,
      },
    ],
  };
}

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
  const shared = path.join(sources, 'shared/');
  return new Set([...ofHome].filter((id) => ofOthers.has(id) || id.startsWith(shared)));
}

/** Follows static imports, except into packages and the contract, whose index files import many unused modules. */
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
