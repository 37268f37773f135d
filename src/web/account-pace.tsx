import { useSession } from '#features/auth/ui/session.ts'
import { PaceBlock } from '#features/watch/ui/pace-block.tsx'

/** The month's spend; a visitor of the demonstration looks at it without setting anything. */
export function AccountPace(props: { customerId: string; campaignId: string | null }) {
  const session = useSession()
  return <PaceBlock {...props} readOnly={session.state !== 'in' || session.user.readOnly} />
}
