/* The contrast of interface.md 2.1, computed from the tokens themselves for every surface on which a colour occurs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const sources = join(import.meta.dirname, "..");
const css = readFileSync(join(sources, "styles/tokens.css"), "utf8");

const tokens = new Map<string, [light: string, dark: string]>();
for (const [, name, light, dark] of css.matchAll(
  /--([\w-]+):\s*light-dark\((#[0-9A-Fa-f]{6}),\s*(#[0-9A-Fa-f]{6})\)/g,
)) {
  tokens.set(name as string, [light as string, dark as string]);
}

const THEMES = ["light", "dark"] as const;

function rgb(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];
}

function colour(name: string, theme: 0 | 1): [number, number, number] {
  const value = tokens.get(name)?.[theme];
  if (value === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return rgb(value);
}

function luminance(parts: [number, number, number]): number {
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: [number, number, number], b: [number, number, number]): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function mixed(a: [number, number, number], share: number, b: [number, number, number]): [number, number, number] {
  return a.map((part, at) => part * share + (b[at] as number) * (1 - share)) as [number, number, number];
}

/** Text on every surface where it stands, with the least ratio that the design promises. */
const TEXT: [name: string, surfaces: string[], least: number][] = [
  ["ink", ["paper", "desk", "raised", "well", "hover", "accent-wash"], 11],
  ["ink-2", ["paper", "desk", "raised", "well", "hover", "accent-wash"], 6.5],
  ["ink-3", ["paper", "desk", "raised", "well", "hover", "accent-wash"], 4.5],
  ["accent", ["paper", "raised", "well", "hover", "accent-wash"], 4.5],
  ["danger", ["paper", "raised", "well", "hover", "danger-wash", "accent-wash"], 4.5],
  ["warn", ["paper", "raised", "well", "hover", "warn-wash", "accent-wash"], 4.5],
  ["assistant", ["paper", "raised", "well", "accent-wash"], 4.5],
  ["tool", ["paper", "raised", "well"], 4.5],
  ["added", ["added-wash"], 4.5],
  ["removed", ["removed-wash"], 4.5],
  ["on-mark", ["mark"], 7],
  ["on-accent", ["accent", "accent-hover"], 4.5],
];

describe.each(THEMES)("contrast, %s", (theme) => {
  const at = theme === "light" ? 0 : 1;

  it.each(TEXT)("%s_can_be_read_on_every_surface_where_it_stands", (name, surfaces, least) => {
    for (const surface of surfaces) {
      const ratio = contrast(colour(name, at), colour(surface, at));
      expect(ratio, `--${name} on --${surface}`).toBeGreaterThanOrEqual(least);
    }
  });

  it("borders_of_controls_are_seen", () => {
    for (const surface of ["paper", "raised", "desk"]) {
      const ratio = contrast(colour("control", at), colour(surface, at));
      expect(ratio, `--control on --${surface} (WCAG 1.4.11)`).toBeGreaterThanOrEqual(2.95);
    }
  });

  it("the_focus_ring_is_seen", () => {
    for (const surface of ["paper", "raised", "well", "desk", "accent-wash"]) {
      expect(contrast(colour("accent", at), colour(surface, at)), `ring on --${surface}`).toBeGreaterThanOrEqual(3);
    }
  });

  it("letters_of_a_stamp_can_be_read_on_their_own_wash", () => {
    for (const [name] of tokens) {
      if (!name.startsWith("agent-")) continue;
      const hue = colour(name, at);
      const ratio = contrast(hue, mixed(hue, 0.1, colour("raised", at)));
      expect(ratio, `--${name}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it("no_component_names_a_colour", () => {
  const sheets = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".module.css"),
  );
  expect(sheets.length).toBeGreaterThan(10);
  for (const file of sheets) {
    const rules = readFileSync(join(sources, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    expect(rules, `${file} takes its colours from tokens.css`).not.toMatch(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i);
  }
});
