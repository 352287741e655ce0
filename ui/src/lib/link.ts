/* Links to a place in Daybook: the address behind `daybook://`. They are copied, and the palette takes them back. */

const SCHEME = "daybook://";

/** `daybook://prompts?session=12&message=34` */
export function linkTo(page: string, search: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return `${SCHEME}${page}${text === "" ? "" : `?${text}`}`;
}

/** The address of a copied link, or nothing if the text is none. */
export function addressOf(link: string): string | undefined {
  const text = link.trim();
  return text.startsWith(SCHEME) && /^[a-z]+(\?[^\s]*)?$/.test(text.slice(SCHEME.length))
    ? `/${text.slice(SCHEME.length)}`
    : undefined;
}
