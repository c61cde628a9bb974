const AUDIO_TYPES = new Map([
  ['m4a', 'audio/mp4'],
  ['mp4', 'audio/mp4'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['wav', 'audio/wav'],
]);

export function audioType(address: string): string {
  const extension = /\.(\w+)$/.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '';
  return AUDIO_TYPES.get(extension) ?? 'audio/mpeg';
}
