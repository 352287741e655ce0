/* Starts the window: connects the host, then draws. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Daybook, makeQueryClient } from "./app/providers.tsx";
import { makeRouter } from "./app/router.tsx";
import { connectHost } from "./ipc/connect.ts";
import "./styles/tokens.css";
import "./styles/reset.css";

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
