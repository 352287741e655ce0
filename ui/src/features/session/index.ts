export { SessionView } from "./SessionView.tsx";
