// Floors of folders, lowest first. A folder may import from any lower floor. Folders of the lowest floor may also
// import from each other. eslint.config.js turns the floors into rules.

/** `query` is on the lowest floor, because the keywords of the contract have the limits of a query. */
const functionLayers = [
  ['contract', 'query', 'testing'],
  ['platform'],
  ['feeds'],
  ['catalogue', 'delivery'],
  ['transcription', 'hubs'],
  ['refresh'],
  ['accounts'],
  ['search', 'alerts'],
  ['member', 'site'],
  ['api'],
];

/** Files beside the layers, which no layer may import. */
const ABOVE_LAYERS = ['index', 'settings'];

/** Folders within a layer, and the files beside them. */
const functionRooms = {
  feeds: [['fetch', 'read', 'write', 'feed-model.ts'], ['transcripts']],
  delivery: [['links'], ['mail', 'channels']],
  member: [
    ['member-work.ts'],
    ['account', 'channels', 'previews', 'shows'],
    ['operation-table.ts'],
    ['member-call.ts'],
  ],
  site: [['pages', 'feeds', 'health']],
  catalogue: [
    ['schema'],
    // `answers` is not named `search`, because a higher layer has that name.
    ['store', 'answers'],
    ['queue'],
    ['catalogue.ts'],
    ['engines'],
    ['file'],
    ['testing'],
  ],
  alerts: [['alert-record.ts'], ['match'], ['outbox'], ['plan', 'reports'], ['fixtures']],
};

const toolFloors = [
  ['processes'],
  ['instance'],
  ['inbox', 'emulators', 'deploy'],
  ['alarms'],
  ['readiness', 'smoke', 'status'],
  ['stack'],
  ['test-runner', 'mutants'],
  ['feeds'],
  ['commands'],
  ['benchmarks'],
];

/** Folders of the catalogue with SQL, which other layers may not import. */
const catalogueInside = {
  regex:
    '^(\\.\\./)+catalogue/(schema|testing|engines(?!/sqlite/search/search-connections|/postgres/server/server-limits))/',
  message: 'Write a work in catalogue/ and pass it to `read` or `write` (docs/architecture.md).',
};

export const functionFloors = floorsOf('functions/src', functionLayers, ABOVE_LAYERS).flatMap(
  (layer) => {
    const rooms = Object.entries(functionRooms).find(([name]) => name === layer.name)?.[1];
    const places = rooms ? floorsOf(`functions/src/${layer.name}`, rooms, layer.above) : [layer];
    if (layer.name !== 'catalogue') {
      for (const place of places) place.forbidden.push(catalogueInside);
    }
    return places;
  },
);

export const toolRooms = floorsOf('tools', toolFloors);

/**
 * @param {string} place
 * @param {string[][]} floors Folders and files in `place`, lowest floor first.
 * @param {string[]} aboveAll
 */
function floorsOf(place, floors, aboveAll = []) {
  return floors.flatMap((names, floor) =>
    names.map((name) => {
      const notBelow = floors.slice(Math.max(floor, 1)).flat();
      const above = [...notBelow.filter((other) => other !== name), ...aboveAll];
      const isFile = name.endsWith('.ts');
      const away = isFile ? '(\\./|(\\.\\./)+)' : '(\\.\\./)+';
      const upward = {
        regex: `^${away}(${above.join('|').replaceAll('.ts', '')})(/|\\.)`,
        message: `${place}/${name} may import only from what is below it (DECISIONS.md, "Layers").`,
      };
      const forbidden = above.length > 0 ? [upward] : [];
      const files = isFile ? `${place}/${name}` : `${place}/${name}/**/*.{ts,tsx}`;
      return { name, files, above, forbidden };
    }),
  );
}
