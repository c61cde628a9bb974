// Which folder stands on which floor, lowest first. A folder may import from the floors below its own, from any
// of their rooms; folders of the lowest floor know each other. eslint.config.js makes rules of it.

/** Layers of functions/src. A keyword is part of the contract, and its limits are those of a query. */
const functionLayers = [
  ['contract', 'query'],
  ['platform'],
  ['feeds', 'unsubscribe'],
  ['transcripts', 'boilerplate'],
  ['catalogue', 'mail', 'channels'],
  ['refresh'],
  ['shows'],
  ['search', 'alerts', 'account'],
  ['pages', 'public-feeds', 'private-feeds', 'mail-events', 'previews', 'channel-settings', 'api'],
];

/** What stands beside the layers and above them all. */
const ABOVE_LAYERS = ['index', 'settings', 'body-limits'];

/** Rooms of the two largest layers. A file beside them is below them all. */
const functionRooms = {
  alerts: [
    ['tree'],
    ['matching'],
    ['outbox'],
    ['store'],
    ['shards'],
    ['slots'],
    ['planning', 'delivery'],
    ['runs'],
    ['fixtures'],
  ],
};

const toolFloors = [
  ['processes'],
  ['instance', 'offline-firestore'],
  ['inbox', 'emulators', 'deploy', 'lighthouse', 'mutation'],
  ['stand-in'],
  ['rehearsal', 'readiness', 'smoke'],
  ['stack'],
  ['test-runner'],
  ['feeds'],
  ['commands', 'benchmarks'],
];

const besideRooms = {
  regex: '^\\./[^/]+/',
  message: 'A file beside the rooms of its layer is below them all.',
};

export const functionFloors = floorsOf('functions/src', functionLayers, ABOVE_LAYERS).flatMap(
  ({ name, floor, above, upward }) => {
    const rooms = Object.entries(functionRooms).find(([layer]) => layer === name)?.[1];
    if (rooms === undefined) return { files: `${name}/**`, floor, forbidden: [upward] };
    return [
      { files: name, floor, forbidden: [upward, besideRooms] },
      ...floorsOf(`functions/src/${name}`, rooms, above).map((room) => {
        return { files: `${name}/${room.name}/**`, floor, forbidden: [room.upward] };
      }),
    ];
  },
);

export const toolRooms = floorsOf('tools', toolFloors);

/**
 * @param {string} place
 * @param {string[][]} floors Folders of this place, lowest first.
 * @param {string[]} aboveAll
 */
function floorsOf(place, floors, aboveAll = []) {
  return floors.flatMap((folders, floor) =>
    folders.map((name) => {
      const notBelow = floors.slice(Math.max(floor, 1)).flat();
      const above = [...notBelow.filter((other) => other !== name), ...aboveAll];
      const upward = {
        regex: `^(\\.\\./)+(${above.join('|')})(/|\\.)`,
        message: `${place}/${name} may import only from what is below it (DECISIONS.md, "Layers").`,
      };
      return { name, floor, above, upward };
    }),
  );
}
