/* Placeholder until the page is written. */
export function SearchPage() {
  return <h1>search</h1>;
}
