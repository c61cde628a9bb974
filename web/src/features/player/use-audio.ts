import { useEffect, useState } from 'react';

/** State of the audio element; times are in seconds. */
export interface AudioState {
  atS: number;
  /** NaN while unknown. */
  durationS: number;
  isPaused: boolean;
  /** Whether playback waits for data. */
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

/** @param startS Where playback will begin, shown until the audio is loaded. */
export function useAudio(element: HTMLAudioElement, startS = 0): AudioState {
  const [state, setState] = useState(() => stateOf(element, startS));
  useEffect(() => {
    const update = () => setState(stateOf(element, startS));
    update();
    for (const event of EVENTS) element.addEventListener(event, update);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, update);
    };
  }, [element, startS]);
  return state;
}

function stateOf(element: HTMLAudioElement, startS: number): AudioState {
  const { currentTime, duration, paused, playbackRate, readyState, error } = element;
  return {
    atS: readyState === 0 ? startS : currentTime,
    durationS: duration,
    isPaused: paused,
    isWaiting: !paused && error === null && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    rate: playbackRate,
    failure: error?.code ?? null,
  };
}
