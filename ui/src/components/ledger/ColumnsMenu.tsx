/* The columns button: which columns are shown, and the way back to how they came. */
import { Button } from "../Button.tsx";
import { Menu, type MenuItem } from "../Menu.tsx";
import type { Column, ColumnSettings } from "./columns.ts";

export function ColumnsMenu<Row>(props: { columns: readonly Column<Row>[]; settings: ColumnSettings<Row> }) {
  const { settings } = props;
  const items: MenuItem[] = [
    { kind: "heading", id: "heading", label: "Columns" },
    ...props.columns
      .filter((column) => column.width !== "rest")
      .map(
        (column): MenuItem => ({
          kind: "check",
          id: column.id,
          label: column.name,
          isChecked: settings.isShown(column),
          onCheck: (isShown) => settings.show(column, isShown),
        }),
      ),
    { kind: "rule", id: "rule" },
    {
      id: "reset",
      label: "As they came",
      unavailable: settings.isChanged ? undefined : "Nothing was changed.",
      run: settings.reset,
    },
  ];
  return (
    <Menu align="end" items={items}>
      <Button kind="plain" icon="columns" isSquare aria-label="Columns" title="Columns" />
    </Menu>
  );
}
