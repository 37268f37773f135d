import { Banner } from '#kit/components/banner.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { longDay } from '#shared/spanish-numbers.ts'

/** On the pages of the panel, and before paying, while the account is to be erased. */
export function ErasureNotice({ erasureAt }: { erasureAt: string }) {
  return (
    <aside aria-label="Aviso de eliminación">
      <Banner
        tone="danger"
        title={`Tu cuenta se eliminará el ${longDay(erasureAt.slice(0, 10))}`}
        actions={
          <LinkButton to={paths.accountData()} size="sm">
            Conservarla
          </LinkButton>
        }
      >
        Hasta ese día puedes cambiar de idea.
      </Banner>
    </aside>
  )
}
