import Ellipsis from 'lucide-react/icons/ellipsis'
import { Menu, MenuItem } from '#kit/components/menu.tsx'
import type { Column } from '#kit/table-rows.ts'
import type { RowAction } from './row-action.ts'

type Offered<Row> = {
  /** In the order of the menu; none: no menu. */
  actionsFor: (row: Row) => readonly RowAction<Row>[]
  label: (row: Row) => string
  onAction: (action: RowAction<Row>, row: Row) => void
}

/** The last column of a list: a menu of what can be done to the row. */
export function actionColumn<Row>(offered: Offered<Row>): Column<Row> {
  return {
    id: 'actions',
    title: 'Acciones',
    kind: 'text',
    sortable: false,
    isControl: true,
    value: () => null,
    cell: (row) => <ActionMenu row={row} offered={offered} />,
  }
}

function ActionMenu<Row>({ row, offered }: { row: Row; offered: Offered<Row> }) {
  const actions = offered.actionsFor(row)
  if (actions.length === 0) return null
  return (
    <Menu
      label={offered.label(row)}
      trigger={<Ellipsis aria-hidden="true" className="size-4.5" />}
      triggerClass="inline-flex size-9 items-center justify-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      {actions.map((action) => (
        <MenuItem
          key={action.id}
          icon={<action.Icon aria-hidden="true" />}
          onSelect={() => offered.onAction(action, row)}
        >
          {action.title}
        </MenuItem>
      ))}
    </Menu>
  )
}
