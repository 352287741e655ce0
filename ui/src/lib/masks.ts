/* Secrets are masked before they enter the vault; the window says so in words. */

const MASK = /\[REDACTED:([\w -]{1,40})\]/g;

/** Says a masked secret as people read it: `[masked: aws-access-key]`. Safe on HTML, for the mark holds no markup. */
export function sayMasks(text: string): string {
  return text.replace(MASK, "[masked: $1]");
}
