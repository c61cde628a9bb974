import { useEffect, useState } from 'react';

/** Times in seconds. */
export interface AudioState {
  atS: number;
  /** NaN while unknown. */
  durationS: number;
  isPaused: boolean;
  isWaiting: boolean;
  rate: number;
  failure: number | null;
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'stalled',
  'error',
  'emptied',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'ratechange',
];

/**
 * @param startS Where playback will begin; shown until the audio is loaded.
 * @param lengthS The length stated by the feed; shown until the audio is loaded.
 */
export function useAudio(element: HTMLAudioElement, startS = 0, lengthS = NaN): AudioState {
  const [state, setState] = useState(() => stateOf(element, startS, lengthS));
  useEffect(() => {
    const update = () => setState(stateOf(element, startS, lengthS));
    update();
    for (const event of EVENTS) element.addEventListener(event, update);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, update);
    };
  }, [element, startS, lengthS]);
  return state;
}

function stateOf(element: HTMLAudioElement, startS: number, lengthS: number): AudioState {
  const { currentTime, duration, paused, playbackRate, readyState, error } = element;
  return {
    atS: readyState === 0 ? startS : currentTime,
    durationS: readyState === 0 ? lengthS : duration,
    isPaused: paused,
    isWaiting: !paused && error === null && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    rate: playbackRate,
    failure: error?.code ?? null,
  };
}
