import Columns3 from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { type SubmitEvent, useState } from 'react'
import { typedNumber } from '../amount-text.ts'
import { COMPARISONS, filterLabel, isFilterable, type NumberFilter } from '../table-filters.ts'
import type { Column } from '../table-rows.ts'
import type { TableView } from '../table-view.ts'
import { Button, buttonClass } from './button.tsx'
import { TextField } from './field.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { PopoverPanel } from './popover-panel.tsx'
import { Select } from './select.tsx'
import { toast } from './toast.tsx'

type ToolsProps<Row> = {
  view: TableView
  columns: readonly Column<Row>[]
  /** The columns on screen, in order, and every row that matches: what is exported. */
  shown: readonly Column<Row>[]
  matching: readonly Row[]
  currencyCode: string
  /** Name of the exported file, without its ending. */
  fileName: string
}

/** Numeric filters, columns and export of one table. */
export function TableTools<Row>(props: ToolsProps<Row>) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:[&>button]:px-2.5 max-sm:[&>button>svg]:hidden">
      <PopoverPanel label="Filtrar" icon={<ListFilter aria-hidden="true" />}>
        {(close) => <FilterForm {...props} onDone={close} />}
      </PopoverPanel>
      <PopoverPanel label="Columnas" icon={<Columns3 aria-hidden="true" />}>
        {() => <ColumnChoice {...props} />}
      </PopoverPanel>
      <ExportMenu {...props} />
    </div>
  )
}

/** The filters that hold, each with a button that removes it. */
export function FilterChips<Row>(
  props: Pick<ToolsProps<Row>, 'view' | 'columns' | 'currencyCode'>,
) {
  const { view, columns, currencyCode } = props
  const chips = view.filters.flatMap((filter) => {
    const column = columns.find(({ id }) => id === filter.column)
    return column ? [{ filter, label: filterLabel(filter, column, currencyCode) }] : []
  })
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filtros" className="flex w-full flex-wrap gap-2">
      {chips.map(({ filter, label }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`Quitar el filtro ${label}`}
            onClick={() => view.setFilters(view.filters.filter((other) => other !== filter))}
            className="tabular inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-3 py-1 text-sm text-accent [&_svg]:size-3.5"
          >
            {label}
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function FilterForm<Row>(props: ToolsProps<Row> & { onDone: () => void }) {
  const { view, columns, currencyCode, onDone } = props
  const [wrong, setWrong] = useState(false)
  const choices = columns.filter(isFilterable)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = typedNumber(String(form.get('value')))
    setWrong(value === null)
    if (value === null) return
    const filter = {
      column: String(form.get('column')),
      comparison: String(form.get('comparison')) as NumberFilter['comparison'],
      value,
    }
    view.setFilters([...view.filters, filter])
    onDone()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Select label="Columna" name="column">
        {choices.map(({ id, title, kind }) => (
          <option key={id} value={id}>
            {title}
            {kind === 'money' ? ` (${currencyCode})` : kind === 'percent' ? ' (%)' : ''}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-[5rem_1fr] items-start gap-2">
        <Select label="Es" name="comparison">
          {Object.entries(COMPARISONS).map(([comparison, sign]) => (
            <option key={comparison} value={comparison}>
              {sign}
            </option>
          ))}
        </Select>
        <TextField
          label="Valor"
          name="value"
          inputMode="decimal"
          autoComplete="off"
          error={wrong ? 'Escribe un número, por ejemplo 40 o 1,5.' : undefined}
        />
      </div>
      <Button type="submit" look="primary" size="sm" className="self-end">
        Añadir filtro
      </Button>
    </form>
  )
}

function ColumnChoice<Row>({ view, columns, shown }: ToolsProps<Row>) {
  const [first, ...rest] = columns
  const visible = new Set(
    shown.filter((column) => view.columns || isWideEnough(column)).map(({ id }) => id),
  )
  const toggle = (id: string) => {
    const wanted = new Set(visible)
    if (!wanted.delete(id)) wanted.add(id)
    view.setColumns(
      columns.filter((column) => column === first || wanted.has(column.id)).map(({ id }) => id),
    )
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Columnas visibles</legend>
      {rest
        .filter((column) => !column.isControl)
        .map(({ id, title }) => (
          <label
            key={id}
            className="flex items-center gap-2 rounded-control px-1 py-1 max-md:min-h-10"
          >
            <input
              type="checkbox"
              checked={visible.has(id)}
              onChange={() => toggle(id)}
              className="size-4 accent-accent"
            />
            {title}
          </label>
        ))}
      <Button size="sm" className="mt-2 self-start" onClick={() => view.setColumns(null)}>
        Las habituales
      </Button>
    </fieldset>
  )
}

function ExportMenu<Row>({ shown, matching, currencyCode, fileName }: ToolsProps<Row>) {
  const save = async (kind: 'csv' | 'xlsx') => {
    try {
      const { csvText, saveFile, sheetRows, xlsxBlob } = await import('../table-export.ts')
      const blob =
        kind === 'xlsx'
          ? await xlsxBlob(shown, matching, currencyCode)
          : new Blob([csvText(sheetRows(shown, matching, currencyCode))], {
              type: 'text/csv;charset=utf-8',
            })
      saveFile(blob, `${fileName}.${kind}`)
    } catch {
      toast({ title: 'No se pudo crear el archivo', variant: 'destructive' })
    }
  }
  return (
    <Menu
      label="Exportar"
      triggerClass={buttonClass('secondary')}
      trigger={
        <>
          <Download aria-hidden="true" />
          Exportar
        </>
      }
    >
      <MenuItem onSelect={() => void save('csv')}>CSV</MenuItem>
      <MenuItem onSelect={() => void save('xlsx')}>Excel (XLSX)</MenuItem>
    </Menu>
  )
}

const WIDTHS = { lg: '64rem', xl: '80rem', '2xl': '96rem' }

function isWideEnough<Row>({ hideBelow }: Column<Row>): boolean {
  return !hideBelow || window.matchMedia(`(min-width: ${WIDTHS[hideBelow]})`).matches
}
