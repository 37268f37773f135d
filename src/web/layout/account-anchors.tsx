import { Link, useLocation, useMatch } from 'react-router'
import { classes } from '#kit/class-names.ts'
import type { AccountAnchor } from '#kit/paths.ts'

const ANCHORS: { id: AccountAnchor; text: string }[] = [
  { id: 'recommendations', text: 'Recomendaciones' },
  { id: 'campaigns', text: 'Campañas' },
  { id: 'keywords', text: 'Palabras clave' },
  { id: 'search-terms', text: 'Términos de búsqueda' },
  { id: 'audiences', text: 'Segmentos de audiencia' },
]

/** On an account's page: jumps to its blocks, keeping what the address says about the view. */
export function AccountAnchors() {
  const isAccountPage = useMatch('/dashboard/accounts/:accountId') !== null
  const { search, hash } = useLocation()
  if (!isAccountPage) return null
  return (
    <ul className="mb-1 ml-4.5 flex flex-col border-l border-line pl-2">
      {ANCHORS.map(({ id, text }) => (
        <li key={id}>
          <Link
            to={{ search, hash: id }}
            className={classes(
              'flex items-center rounded-control px-2.5 py-1 text-sm hover:bg-sunken hover:text-ink',
              hash === `#${id}` ? 'text-accent' : 'text-ink-muted',
            )}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
