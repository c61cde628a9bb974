import { NO_ROOM_TO_EXCLUDE } from 'functions/contract';

/** An alert has no room to leave out more; the message is for the person. */
export class NothingFits extends Error {
  constructor() {
    super(NO_ROOM_TO_EXCLUDE);
  }
}
