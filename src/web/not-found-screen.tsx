import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { useLocation } from '#kit/router/router.tsx'
import { Screen } from './error-screens.tsx'
import { nearPaths } from './near-paths.ts'

export function NotFoundScreen({ inFrame = false }) {
  const { pathname } = useLocation()
  const near = nearPaths(pathname)
  return (
    <Screen title="404 Oops! Page not found" inFrame={inFrame}>
      <p className="max-w-md text-ink-muted text-pretty" lang="es">
        Esta dirección no lleva a ninguna parte. Puede que al enlace le falte un trozo o que lo que
        enseñaba se haya movido.
      </p>
      <LinkButton look="primary" to={paths.landing()}>
        Return to Home
      </LinkButton>
      {near.length > 0 && (
        <nav lang="es" aria-label="Direcciones parecidas" className="text-sm text-ink-muted">
          ¿Buscabas{' '}
          {near.map(({ to, text, isDocument }, at) => (
            <span key={to}>
              {at === 0 ? '' : at === near.length - 1 ? orBefore(text) : ', '}
              <Link
                to={to}
                reloadDocument={isDocument}
                className="font-medium text-accent underline underline-offset-3"
              >
                {text}
              </Link>
            </span>
          ))}
          ?
        </nav>
      )}
    </Screen>
  )
}

/** 'Resultados u Hoy'. */
const orBefore = (word: string) => (/^h?o/i.test(word) ? ' u ' : ' o ')
