import { useEffect, useState } from 'react';

/** What an audio element does just now. Times are seconds. */
export interface AudioState {
  atS: number;
  /** NaN until it is known. */
  durationS: number;
  isPaused: boolean;
  /** It is to be heard, and nothing has come yet. */
  isWaiting: boolean;
  rate: number;
  /** The code of its `MediaError`; null while nothing is wrong. */
  failure: number | null;
}

const EVENTS = [
  ...['play', 'playing', 'pause', 'ended', 'waiting', 'stalled', 'error', 'emptied'],
  ...['seeking', 'seeked', 'timeupdate', 'durationchange', 'loadedmetadata', 'ratechange'],
];

export function useAudio(element: HTMLAudioElement): AudioState {
  const [state, setState] = useState(() => stateOf(element));
  useEffect(() => {
    const update = () => setState(stateOf(element));
    update();
    for (const event of EVENTS) element.addEventListener(event, update);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, update);
    };
  }, [element]);
  return state;
}

function stateOf(element: HTMLAudioElement): AudioState {
  const { currentTime, duration, paused, playbackRate, readyState, error } = element;
  return {
    atS: currentTime,
    durationS: duration,
    isPaused: paused,
    isWaiting: !paused && error === null && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    rate: playbackRate,
    failure: error?.code ?? null,
  };
}
