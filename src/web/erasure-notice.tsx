import { classes } from '#kit/class-names.ts'
import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { longDay } from '#shared/spanish-numbers.ts'

/** On every page while the account is to be erased. */
export function ErasureNotice({
  erasureAt,
  besideMenu,
}: {
  erasureAt: string
  besideMenu: boolean
}) {
  return (
    <aside
      lang="es"
      aria-label="Aviso de eliminación"
      className={classes(
        'flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-danger-soft px-4 py-1.5 text-danger',
        besideMenu && 'md:pl-68',
      )}
    >
      <p className="font-medium">Tu cuenta se eliminará el {longDay(erasureAt.slice(0, 10))}</p>
      <LinkButton to={paths.accountData()} size="sm">
        Conservarla
      </LinkButton>
    </aside>
  )
}
