/* The one place where HTML is inserted: HTML that Rust made from Markdown and sanitised. Links in it never navigate the window; a click
   asks the program to open them in the browser, after which the address alone leaves this computer. */
import { type MouseEvent, useMemo } from "react";
import { host } from "../../ipc/host.ts";
import { sayMasks } from "../../lib/masks.ts";
import { markHtml } from "./marks.ts";

export interface SafeHtmlProps {
  /** Sanitised by Rust. Never pass anything else. */
  html: string;
  /** Words to mark; empty for none. */
  marked: string;
  className: string | undefined;
}

export function SafeHtml({ html, marked, className }: SafeHtmlProps) {
  const shown = useMemo(() => ({ __html: markHtml(sayMasks(html), marked) }), [html, marked]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks are those of the links inside, which are focusable themselves.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link inside fires the same click.
    <div className={className} dir="auto" onClick={openLink} onAuxClick={openLink} dangerouslySetInnerHTML={shown} />
  );
}

function openLink(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  event.preventDefault();
  if (event.type === "auxclick") return;
  const address = link.getAttribute("href") ?? "";
  if (/^(https?|mailto):/i.test(address)) void host().openLink(address);
}
