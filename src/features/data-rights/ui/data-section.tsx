import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { useLocation } from '#kit/router/router.tsx'
import { dayAndTime, longDay } from '#shared/spanish-numbers.ts'
import {
  askCopy,
  COPY_ANCHOR,
  type DataRights,
  getDataRights,
  openCopy,
  takeBackErasure,
} from '../contract.ts'
import { ErasureDialog } from './erasure-dialog.tsx'

const rightsQuery = { ...queryOf(getDataRights, {}), staleTime: 0 }

/** A copy of everything, and the end of the account. */
export function DataSection({ readOnly }: { readOnly: boolean }) {
  const rights = useQuery(rightsQuery)
  return (
    <Section
      title="Tus datos"
      description="Llévate una copia de todo lo que guardamos, o elimina tu cuenta."
    >
      {rights.data ? (
        <ul className="divide-y divide-line">
          <MailedCopy readOnly={readOnly} />
          <CopyLine rights={rights.data} readOnly={readOnly} />
          <ErasureLine rights={rights.data} readOnly={readOnly} />
        </ul>
      ) : rights.isError ? (
        <ErrorPanel message={errorText(rights.error)} onRetry={() => void rights.refetch()} />
      ) : (
        <div role="status" aria-label="Cargando tus datos" className="p-5">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Section>
  )
}

/** Only for who came by the mailed link. */
function MailedCopy({ readOnly }: { readOnly: boolean }) {
  const { hash } = useLocation()
  const open = useMutation({
    mutationFn: (token: string) => call(openCopy, { token }),
    onSuccess: ({ path }) => window.location.assign(path),
  })
  const [, token] = hash.split(COPY_ANCHOR)
  if (!token) return null
  return (
    <li className="flex flex-col gap-3 px-4 py-3 md:px-5">
      {open.error && <Banner tone="danger">{errorText(open.error)}</Banner>}
      {open.isSuccess ? (
        <p>
          La descarga ha empezado. Si se corta, tienes una hora para{' '}
          <a href={open.data.path} className="text-accent underline underline-offset-3">
            volver a descargarla
          </a>{' '}
          en este navegador; después el enlace ya no sirve.
        </p>
      ) : (
        <Button
          look="primary"
          className="self-start"
          disabled={readOnly}
          busy={open.isPending}
          onClick={() => open.mutate(token)}
        >
          Descargar mi copia
        </Button>
      )}
    </li>
  )
}

type LineProps = { rights: DataRights; readOnly: boolean }
const lineClass = 'flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5'

function CopyLine({ rights, readOnly }: LineProps) {
  const ask = useChange(() => call(askCopy, {}), 'No se pudo pedir la copia')
  return (
    <li className={lineClass}>
      <div className="min-w-0">
        <p className="font-medium">Descargar mis datos</p>
        <p className="text-sm text-ink-faint">{copyText(rights)}</p>
      </div>
      <Button
        size="sm"
        disabled={readOnly || rights.nextCopyAt !== null}
        busy={ask.isPending}
        onClick={() => ask.mutate()}
      >
        Pedir una copia
      </Button>
    </li>
  )
}

function copyText({ copy, nextCopyAt }: DataRights): string {
  const next = nextCopyAt ? ` Podrás pedir otra el ${dayAndTime(new Date(nextCopyAt))}.` : ''
  if (copy?.status === 'waiting')
    return `La estamos preparando. Te escribiremos cuando esté lista.${next}`
  if (copy?.status === 'ready' && copy.expiresAt)
    return `Está lista: sigue el enlace que te enviamos, antes del ${longDay(copy.expiresAt.slice(0, 10))}.${next}`
  if (copy?.status === 'failed') return 'No pudimos hacer la última. Pídela otra vez.'
  return 'Un archivo con todo en CSV y JSON. El enlace llega por correo y vale 7 días.'
}

function ErasureLine({ rights, readOnly }: LineProps) {
  const [isAsking, setAsking] = useState(false)
  const keep = useChange(async () => {
    await call(takeBackErasure, {})
    return { message: 'Tu cuenta se queda' }
  }, 'No se pudo guardar')
  const day = rights.erasedAt && longDay(rights.erasedAt.slice(0, 10))
  return (
    <li className={lineClass}>
      <div className="min-w-0">
        <p className="font-medium">Eliminar mi cuenta</p>
        <p className="text-sm text-ink-faint">{erasureText(rights.erasureHeldBy, day)}</p>
      </div>
      {day ? (
        <Button size="sm" busy={keep.isPending} disabled={readOnly} onClick={() => keep.mutate()}>
          Conservar mi cuenta
        </Button>
      ) : (
        <Button size="sm" look="danger" disabled={readOnly} onClick={() => setAsking(true)}>
          Eliminar mi cuenta
        </Button>
      )}
      {isAsking && <ErasureDialog onClose={() => setAsking(false)} />}
    </li>
  )
}

function erasureText(heldBy: DataRights['erasureHeldBy'], day: string | null): string {
  if (heldBy === 'team')
    return `Tocaba el ${day}: se eliminará en cuanto traspases tu equipo o quites a quien está en él.`
  if (heldBy) return `Tocaba el ${day}: se eliminará en cuanto haya otro administrador activo.`
  return day
    ? `Se eliminará el ${day}. Hasta entonces puedes conservarla.`
    : 'Con todos sus datos. Tienes 14 días para cambiar de idea.'
}

function useChange(change: () => Promise<{ message: string }>, refusal: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => toast({ title: message, variant: 'success' }),
    onError: (error) =>
      toast({ title: refusal, description: errorText(error), variant: 'destructive' }),
    // The session's status tells of an erasure too.
    onSettled: () => client.invalidateQueries(),
  })
}
