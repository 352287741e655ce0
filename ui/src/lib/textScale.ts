/* How much larger than usual the text is. Sizes that only a script can set follow it; everything else is in rem. */

/** 1 at the usual text size, 2 at twice that. */
export function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}
