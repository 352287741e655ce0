/* Where the window opens: Welcome on the first run, Prompts afterwards. */
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { openStateQuery } from "../ipc/queries.ts";

export function Home() {
  const { data } = useQuery(openStateQuery());
  if (data === undefined) return null;
  return <Navigate to={data.isFirstRun ? "/welcome" : "/prompts"} replace />;
}
