/** The address of an audio file from a place on, seconds; browsers begin there (media fragments). */
export function audioFrom(audio: string, atS: number): string {
  return `${audio.replace(/#.*/, '')}#t=${Math.floor(atS)}`;
}
