/*
 * Text that a person or an agent wrote, as text: isolated, so that right-to-left or control characters cannot disturb
 * what stands beside it, and with the language its script shows, so that Han glyphs are right.
 */
import { sayMasks } from "../lib/masks.ts";
import { languageOf } from "../lib/text.ts";

export function Said(props: { children: string; className?: string }) {
  return (
    <bdi dir="auto" lang={languageOf(props.children)} className={props.className}>
      {sayMasks(props.children)}
    </bdi>
  );
}
