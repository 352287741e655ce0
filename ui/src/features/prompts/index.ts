export { PromptsPage } from "./PromptsPage.tsx";
