/* Placeholder until the page is written. */
export function InputsPage() {
  return <h1>inputs</h1>;
}
