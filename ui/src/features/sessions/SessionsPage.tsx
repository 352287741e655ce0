export function SessionsPage() {
  return <h1>sessions</h1>;
}
