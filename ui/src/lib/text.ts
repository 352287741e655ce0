/* Figures and words as the interface writes them. */

const figures = new Intl.NumberFormat("en-GB");

/** `18,204` */
export function figure(count: number): string {
  return figures.format(count);
}

/** `1 prompt`, `14 prompts`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`;
}

/** `412 MB`, `1.4 GB`; powers of ten, as file managers show them. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  let value = count;
  for (const unit of ["kB", "MB", "GB", "TB"]) {
    value /= 1000;
    if (value < 999.5 || unit === "TB") return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  }
  return "";
}

/** The home folder as `~`, so that a path fits and says nothing of the person. */
export function shortPath(path: string): string {
  return path.replace(/^(\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, "~").replace(/^[A-Za-z]:\\Users\\[^\\]+/, "~");
}

/** The language that the script alone gives away; absent where it could be several. */
export function languageOf(text: string): string | undefined {
  const start = text.slice(0, 400);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(start)) return "ja";
  if (/\p{Script=Hangul}/u.test(start)) return "ko";
  return /\p{Script=Han}/u.test(start) ? "zh-Hans" : undefined;
}

/** `opus-4.5` for `claude-opus-4-5-20251101`: what tells models apart in a narrow column. */
export function shortModel(model: string): string {
  return model
    .replace(/^(?:[\w.-]+\/)?(?:anthropic[./])?claude-/, "")
    .replace(/-(?:latest|\d{8})(?:-v\d+(?::\d+)?)?$/, "")
    .replace(/(\d)-(\d{1,2})(?=-|$)/, "$1.$2");
}
