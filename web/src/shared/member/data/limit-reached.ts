/** What was to be saved has no room: a person can have no more of it. Nothing was written. */
export class LimitReached extends Error {
  constructor() {
    super('the limit of saved documents is reached');
    this.name = 'LimitReached';
  }
}
