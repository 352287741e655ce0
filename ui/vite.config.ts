/*
 * Builds the window. `vite build ui --mode fake` (and `vite dev` without Tauri) answers from the fake host, so that the
 * whole interface can be looked at in a plain browser; the ordinary build leaves that host out.
 */
import { fileURLToPath } from "node:url";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig(({ mode, command }) => ({
  root: here,
  base: "./",
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  define: { __FAKE_HOST__: JSON.stringify(mode === "fake" || command === "serve") },
  clearScreen: false,
  server: { host: "127.0.0.1", port: 5173, strictPort: true },
  preview: { host: "127.0.0.1", port: 4173, strictPort: true },
  build: {
    outDir: mode === "fake" ? "dist-fake" : "dist",
    emptyOutDir: true,
    target: ["chrome123", "safari17.5"],
    // The Content-Security-Policy of the window allows no `data:` scripts or fonts; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
}));
