/* Placeholder until the page is written. */
export function SettingsPage() {
  return <h1>settings</h1>;
}
