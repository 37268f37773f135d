import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { encode } from 'uqr'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { controlClass, FieldFrame, noteId } from '#kit/components/field-frame.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { finishApp, startApp } from '../contract/endpoints.ts'

type Props = { onAdded: (codes: readonly string[] | null) => void; onClose: () => void }

/** The secret as a picture and as text; on only after a first right code. */
export function AppDialog({ onAdded, onClose }: Props) {
  const id = useId()
  const [code, setCode] = useState('')
  const start = useMutation({
    mutationFn: () => call(startApp, {}),
    onError: (error) => {
      if (!isGivenUp(error))
        toast({
          title: 'No se ha podido activar',
          description: errorText(error),
          variant: 'destructive',
        })
      onClose()
    },
  })
  const finish = useMutation({
    mutationFn: () => call(finishApp, { code }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const { mutate } = start
  useEffect(() => mutate(), [mutate])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    finish.mutate()
  }
  const fields = finish.error instanceof ApiError ? finish.error.fields : {}
  if (!start.data) return null
  return (
    <Dialog
      title="Activar una aplicación de códigos"
      description="Escanea el dibujo con Google Authenticator, Aegis, 1Password u otra, y escribe el código que muestra."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={id} look="primary" busy={finish.isPending}>
            Activar
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4 pt-1" onSubmit={submit}>
        <QrPicture text={start.data.uri} />
        <FieldFrame
          label="Clave"
          hint="Si no puedes escanear, escribe esta clave en la aplicación."
          inputId={`${id}-key`}
        >
          {/* A phone has no room for it in one line. */}
          <textarea
            id={`${id}-key`}
            aria-describedby={noteId(`${id}-key`)}
            rows={2}
            readOnly
            value={start.data.secret}
            className={`${controlClass} h-auto resize-none py-1.5 wrap-anywhere md:field-sizing-content`}
            onFocus={(event) => event.target.select()}
          />
        </FieldFrame>
        <TextField
          label="Código de la aplicación"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={80}
          autoFocus
          value={code}
          error={fields.code}
          onChange={(event) => setCode(event.target.value)}
        />
        {finish.error && !fields.code && (
          <Banner tone="danger">{errorText(finish.error, 'No se ha podido activar.')}</Banner>
        )}
        {finish.isPending && <Spinner label="Comprobando..." />}
      </form>
    </Dialog>
  )
}

/** The person was asked for the password again, and would not. */
function isGivenUp(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirm_identity'
}

/** ISO/IEC 18004: the bright margin by which a reader finds the code. */
const QUIET_MODULES = 4

/** Always dark on white: many cameras read no other. */
function QrPicture({ text }: { text: string }) {
  const { size, data } = encode(text, { border: QUIET_MODULES })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label="Código QR de la clave"
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 self-center rounded-control bg-[white]"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
