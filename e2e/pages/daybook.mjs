// What a person sees of Daybook, by the words on the screen.

const patience = { timeout: 20_000, interval: 100 };

/** Waits for a button or link with this name and clicks it. */
export async function press(daybook, name) {
  const control = daybook.browser.$(`//*[self::button or self::a][contains(normalize-space(.), ${quoted(name)})]`);
  await control.waitForDisplayed(patience);
  await control.click();
}

/** Waits until this text stands on the screen. */
export async function see(daybook, text) {
  await until(daybook, async () => (await words(daybook)).includes(text), `“${text}” did not appear`);
}

/** Waits until this text no longer stands on the screen. */
export async function seeNoMore(daybook, text) {
  await until(daybook, async () => !(await words(daybook)).includes(text), `“${text}” did not go away`);
}

/** Waits for something; where it does not come, tells what the page says by then. */
async function until(daybook, isSo, complaint) {
  await daybook.browser.waitUntil(isSo, patience).catch(async (error) => {
    const said = (await words(daybook)).slice(0, 2000);
    throw new Error(`${complaint}; the page says:\n${said}`, { cause: error });
  });
}

/** Reads all words on the screen, spaces joined. */
export async function words(daybook) {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden words are not on the screen
  const text = await daybook.browser.execute(() => document.body.innerText);
  return text.replaceAll(/\s+/g, " ");
}

/** Waits until the table has at least this many rows of data; answers how many it says it has. */
export async function seeRows(daybook, least) {
  await until(daybook, async () => (await mountedRows(daybook)) >= least, `the table did not show ${least} rows`);
  return daybook.browser.execute(() => Number(document.querySelector('[role="grid"]')?.getAttribute("aria-rowcount")));
}

/** Counts the rows of data that stand in the page. */
export async function mountedRows(daybook) {
  return daybook.browser.execute(() => document.querySelectorAll('[role="grid"] [role="row"][aria-rowindex]').length);
}

function quoted(text) {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}
