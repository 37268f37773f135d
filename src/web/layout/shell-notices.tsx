import { BillingNotice } from '#features/billing/ui/billing-notice.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { type MemberRole, ROLE_TEXTS } from '#shared/permissions.ts'
import { ErasureNotice } from '../erasure-notice.tsx'

/** What stands above every page of the panel: a payment that failed, an account that is to go. */
export function ShellNotices(props: {
  billingAlert: boolean
  erasureAt?: string | null | undefined
  user: { team?: { ownerName: string; role: MemberRole } }
}) {
  const { team } = props.user
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-3 px-4 pt-5 empty:hidden md:px-8">
      {team && (
        <p className="text-sm text-ink-muted">
          Trabajas en las cuentas de <strong>{team.ownerName}</strong> · {ROLE_TEXTS[team.role]} ·{' '}
          <Link to={`${paths.settings()}?tab=team`} className="underline">
            Cambiar
          </Link>
        </p>
      )}
      {props.erasureAt && <ErasureNotice erasureAt={props.erasureAt} />}
      {props.billingAlert && <BillingNotice />}
    </div>
  )
}
