import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { Screen } from './error-screens.tsx'

export function NotFoundScreen({ inFrame = false }) {
  return (
    <Screen title="404 Oops! Page not found" inFrame={inFrame}>
      <LinkButton look="primary" to={paths.landing()}>
        Return to Home
      </LinkButton>
    </Screen>
  )
}
