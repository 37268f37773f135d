import { AuthFrame } from '#features/auth/ui/auth-frame.tsx'
import { ConfirmReports, UnsubscribeReports } from '#features/reports/ui/link-pages.tsx'

/** Opened from mails by people who need no account here. */
export function ConfirmReportsPage() {
  return (
    <AuthFrame title="Informes por correo">
      <title>Recibir informes · Pujante</title>
      <ConfirmReports />
    </AuthFrame>
  )
}

export function UnsubscribeReportsPage() {
  return (
    <AuthFrame title="Informes por correo">
      <title>Dejar de recibir informes · Pujante</title>
      <UnsubscribeReports />
    </AuthFrame>
  )
}
