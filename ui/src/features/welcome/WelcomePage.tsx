/* Placeholder until the page is written. */
export function WelcomePage() {
  return <h1>welcome</h1>;
}
