/** Whether two keywords would be the same alert to a person: case and blanks around make no difference. */
export function isSameKeyword(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
