export { ColumnsMenu } from "./ColumnsMenu.tsx";
export { type Column, type ColumnSettings, useColumnSettings } from "./columns.ts";
export { Ledger, type Opening } from "./Ledger.tsx";
export { LedgerFoot, type PageSize, type Pages, pagesOf, usePageOf, usePageSize } from "./LedgerFoot.tsx";
export { type ChoiceControl, useChoice, useChoiceWithin } from "./useChoice.ts";
export { walkList } from "./walker.ts";
