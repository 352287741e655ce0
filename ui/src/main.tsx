/* Starts the window: connects the host, then draws. The page type comes first, so that components can depart from it. */
import "./styles/tokens.css";
import "./styles/reset.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Daybook, makeQueryClient } from "./app/providers.tsx";
import { makeRouter } from "./app/router.tsx";
import { connectHost } from "./ipc/connect.ts";

async function start(): Promise<void> {
  await connectHost();
  const root = document.getElementById("root");
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <Daybook client={makeQueryClient()} router={makeRouter()} />
    </StrictMode>,
  );
}

void start();
