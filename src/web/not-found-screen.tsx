import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { Screen } from './error-screens.tsx'

export function NotFoundScreen({ inFrame = false }) {
  return (
    <Screen title="404 Oops! Page not found" inFrame={inFrame}>
      <p className="max-w-md text-ink-muted text-pretty" lang="es">
        Esta dirección no lleva a ninguna parte. Puede que al enlace le falte un trozo o que lo que
        enseñaba se haya movido.
      </p>
      <LinkButton look="primary" to={paths.landing()}>
        Return to Home
      </LinkButton>
    </Screen>
  )
}
