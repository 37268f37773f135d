import { AuthFrame } from '#features/auth/ui/auth-frame.tsx'
import { endVerdictMail } from '#features/recommendations/contract/verdict-mail.ts'
import { ConfirmReports, UnsubscribeReports } from '#features/reports/ui/link-pages.tsx'
import { endMorningMail } from '#features/watch/contract/morning.ts'
import { call } from '#kit/api.ts'
import { LinkQuestion } from '#kit/components/link-question.tsx'

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

export function EndMorningMailPage() {
  return (
    <AuthFrame title="Correo de «Hoy»">
      <title>Dejar de recibir el correo de «Hoy» · Pujante</title>
      <LinkQuestion
        act={(token) => call(endMorningMail, { token })}
        question="¿Quieres dejar de recibir el correo de «Hoy»? Puedes volver a activarlo en Configuración › Informes."
        button="Dejar de recibirlo"
      />
    </AuthFrame>
  )
}

export function EndVerdictMailPage() {
  return (
    <AuthFrame title="Correo de resultados">
      <title>Dejar de recibir resultados · Pujante</title>
      <LinkQuestion
        act={(token) => call(endVerdictMail, { token })}
        question="¿Quieres dejar de recibir los correos de resultados medidos? Puedes volver a activarlos en Configuración › Informes."
        button="Dejar de recibirlos"
      />
    </AuthFrame>
  )
}
