export function PromptsPage() {
  return <h1>prompts</h1>;
}
