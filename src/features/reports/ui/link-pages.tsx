import { call } from '#kit/api.ts'
import { LinkQuestion } from '#kit/components/link-question.tsx'
import { useSearchParams } from '#kit/router/router.tsx'
import { CONFIRM_RECIPIENT_PATH, confirmRecipient, unsubscribe } from '../contract/endpoints.ts'

/** Both wait for a click: programs that follow the links of every mail must not decide anything. */

export function ConfirmReports() {
  return (
    <LinkQuestion
      act={(token) => call(confirmRecipient, { token })}
      question="¿Quieres recibir en este correo informes de campañas de Google Ads?"
      button="Sí, quiero recibirlos"
    />
  )
}

export function UnsubscribeReports() {
  const endsAll = useSearchParams()[0].get('todos') !== null
  const what = endsAll ? 'todos los informes de este remitente' : 'este informe'
  return (
    <LinkQuestion
      act={(token) => call(unsubscribe, { token })}
      question={`¿Quieres dejar de recibir ${what}?`}
      button={endsAll ? 'Dejar de recibirlos' : 'Dejar de recibirlo'}
      back={{ text: 'Volver a recibirlos', path: CONFIRM_RECIPIENT_PATH }}
    />
  )
}
