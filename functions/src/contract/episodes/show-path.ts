/** The path of a show's page. In a file of its own, as most pages lead to shows, and few read one. */
export function showPath(id: string): string {
  return `/show/${id}`;
}
