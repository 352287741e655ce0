// Takes a picture of the built Daybook, for looking at it while working on the page. See e2e/README.md.

import path from "node:path";
import { parseArgs } from "node:util";
import { openDaybook, out, picture, sampleHome } from "./driver.mjs";

const { values } = parseArgs({
  options: {
    route: { type: "string", default: "/prompts" },
    home: { type: "string" },
    data: { type: "string" },
    size: { type: "string", default: "1280x800" },
    theme: { type: "string", default: "light" },
    out: { type: "string" },
    wait: { type: "string", default: "1500" },
    click: { type: "string", multiple: true, default: [] },
    keys: { type: "string", multiple: true, default: [] },
    script: { type: "string" },
    welcome: { type: "boolean", default: false },
    empty: { type: "boolean", default: false },
  },
});

const size = values.size.split("x").map(Number);
const daybook = await openDaybook({
  home: values.empty || values.home ? undefined : sampleHome,
  liveHome: values.home,
  data: values.data,
  size,
  screen: [Math.max(1920, size[0]), Math.max(1080, size[1])],
  theme: values.theme,
});
try {
  const { browser } = daybook;
  await browser.waitUntil(() => browser.execute(() => document.readyState === "complete"));
  if (!values.welcome) await browser.execute(() => window.__TAURI_INTERNALS__.invoke("finish_welcome"));
  await browser.pause(Number(values.wait));
  if (!values.welcome) {
    await browser.execute((route) => {
      window.location.hash = route;
    }, values.route);
    await browser.pause(Number(values.wait));
  }
  for (const selector of values.click) {
    await browser.$(selector).click();
    await browser.pause(400);
  }
  for (const keys of values.keys) {
    await browser.keys(keys.includes("+") ? keys.split("+") : keys);
    await browser.pause(400);
  }
  if (values.script) process.stdout.write(`${JSON.stringify(await browser.execute(values.script), null, 2)}\n`);
  const name = values.route.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "") || "home";
  const file = path.resolve(values.out ?? path.join(out, `${name}-${values.theme}-${values.size}.png`));
  process.stdout.write(`${await picture(daybook, file)}\n`);
} finally {
  await daybook.close();
}
