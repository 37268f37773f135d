import { Banner } from '#kit/components/banner.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { longDay } from '#shared/spanish-numbers.ts'

/** On the pages of the panel, and before paying, while the account is to be erased. */
export function ErasureNotice({ erasureAt }: { erasureAt: string }) {
  const isOver = new Date(erasureAt) < new Date()
  return (
    <aside aria-label="Aviso de eliminación">
      <Banner
        tone="danger"
        title={
          isOver
            ? 'Tu cuenta se eliminará en cuanto se pueda'
            : `Tu cuenta se eliminará el ${longDay(erasureAt.slice(0, 10))}`
        }
        actions={
          <LinkButton to={paths.accountData()} size="sm">
            {isOver ? 'Ver por qué' : 'Conservarla'}
          </LinkButton>
        }
      >
        {isOver
          ? 'Algo lo impide todavía. Mientras tanto puedes cambiar de idea.'
          : 'Hasta ese día puedes cambiar de idea.'}
      </Banner>
    </aside>
  )
}
