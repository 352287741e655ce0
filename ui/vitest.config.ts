/* Runs the tests of the window in jsdom, with the same transforms as the build. */
import { fileURLToPath } from "node:url";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  define: { __FAKE_HOST__: "true" },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    // jsdom finds roles slowly, and a machine that compiles Rust beside it slower still.
    testTimeout: 30_000,
    // Two cores shared with the Rust build: more workers only make each of them time out.
    maxWorkers: 2,
  },
});
