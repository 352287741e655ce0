export type { Column } from "./columns.ts";
export { useColumnSettings } from "./columns.ts";
export { Ledger, type Opening } from "./Ledger.tsx";
export { LedgerFoot, pagesOf, usePageSize } from "./LedgerFoot.tsx";
export { useChoice } from "./useChoice.ts";
export { walkList } from "./walker.ts";
