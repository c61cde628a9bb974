/** A person has as many alerts or bookmarks as they can have. Nothing was written. */
export class LimitReached extends Error {
  constructor() {
    super('the limit of saved documents is reached');
    this.name = 'LimitReached';
  }
}
