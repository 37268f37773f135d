import { useMutation } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button, LinkButton } from '#kit/components/button.tsx'
import { errorText } from '#kit/error-text.ts'
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
      back="Volver a recibirlos"
    />
  )
}

function LinkQuestion(props: {
  act: (token: string) => Promise<{ message: string }>
  question: string
  button: string
  /** The way back, which the same link opens. */
  back?: string
}) {
  const token = useSearchParams()[0].get('token')
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => props.act(token ?? ''),
  })
  if (!token) return <Banner tone="danger">A este enlace le falta una parte.</Banner>
  if (data)
    return (
      <>
        <Banner tone="success">{data.message}</Banner>
        {props.back && (
          <LinkButton to={`${CONFIRM_RECIPIENT_PATH}?${new URLSearchParams({ token })}`}>
            {props.back}
          </LinkButton>
        )}
      </>
    )
  return (
    <>
      <p className="text-pretty">{props.question}</p>
      {error && <Banner tone="danger">{errorText(error)}</Banner>}
      <Button look="primary" busy={isPending} onClick={() => mutate()}>
        {props.button}
      </Button>
    </>
  )
}
