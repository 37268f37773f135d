import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { classes } from '../class-names.ts'
import { pageWindow } from '../table-rows.ts'
import { IconButton } from './icon-button.tsx'

const MOST_BUTTONS = 5

/** Page buttons; nothing when everything fits on one page. `label` says of what: 'Campañas'. */
export function Pagination(props: {
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}) {
  const { label, page, pages, onPage } = props
  if (pages <= 1) return null
  return (
    <nav aria-label={`Páginas de ${label}`} className="flex flex-wrap items-center sm:gap-1">
      <IconButton
        label="Página anterior"
        className="size-8!"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {pageWindow(page, pages, MOST_BUTTONS).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Página ${number} de ${pages}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className={classes(
            'tabular inline-flex size-8 items-center justify-center rounded-control text-sm font-medium transition-colors',
            number === page
              ? 'bg-accent-soft text-accent'
              : 'text-ink-muted hover:bg-sunken hover:text-ink',
          )}
        >
          {number}
        </button>
      ))}
      <IconButton
        label="Página siguiente"
        className="size-8!"
        icon={<ChevronRight />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
