/** URL of an audio file from a position in seconds (W3C Media Fragments). */
export function audioFrom(audio: string, atS: number): string {
  return `${audio.replace(/#.*/, '')}#t=${Math.floor(atS)}`;
}
