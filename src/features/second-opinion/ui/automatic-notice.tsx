import { useQuery } from '@tanstack/react-query'
import { Button } from '#kit/components/button.tsx'
import { queryOf } from '#kit/query.ts'
import { useNavigate } from '#kit/router/router.tsx'
import { searchWith, useUrlState } from '#kit/url-state.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { countNewAutomaticChanges } from '../contract.ts'

/** Says so when Google applied something by itself in the last 7 days; nothing otherwise, nor when it cannot tell. */
export function AutomaticNotice(props: { customerId: string; anchor: string }) {
  const { customerId, anchor } = props
  const navigate = useNavigate()
  const query = useQuery(queryOf(countNewAutomaticChanges, { customerId }))
  const { params } = useUrlState()
  const count = query.data?.nuevos ?? 0
  if (count === 0) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-sunken px-4 py-1.5 text-sm md:px-5"
    >
      <p className="text-pretty">
        Google ha hecho por su cuenta {plural(count, 'cambio', 'cambios')} en esta cuenta en los
        últimos 7 días.
      </p>
      <Button
        size="sm"
        className="sm:ml-auto"
        onClick={() => {
          const search = searchWith(params, { so: 'automaticos', sopage: null })
          navigate({ search, hash: anchor }, { replace: true })
          document.getElementById(anchor)?.focus({ preventScroll: true })
        }}
      >
        Ver qué ha cambiado
      </Button>
    </div>
  )
}
