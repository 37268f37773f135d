import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#kit/api.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { dayAndTime, longDay } from '#shared/spanish-numbers.ts'
import {
  getSecondFactor,
  type Passkey,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from '../contract/endpoints.ts'
import { AppDialog } from './app-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

const factorQuery = { ...queryOf(getSecondFactor, {}), staleTime: 0 }

/** App, passkeys and recovery codes of the user. */
export function FactorSection({ readOnly }: { readOnly: boolean }) {
  const factors = useQuery(factorQuery)
  return (
    <Section
      id="second-factor"
      title="Verificación en dos pasos"
      description="Con una aplicación de códigos o una llave de acceso, la contraseña sola ya no abre tu cuenta."
    >
      {factors.data ? (
        <Factors {...factors.data} readOnly={readOnly} />
      ) : factors.isError ? (
        <ErrorPanel message={errorText(factors.error)} onRetry={() => void factors.refetch()} />
      ) : (
        <div role="status" aria-label="Cargando la verificación en dos pasos" className="p-5">
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Section>
  )
}

type Shown = 'app' | 'passkey' | { codes: readonly string[] } | null
type FactorsProps = {
  hasApp: boolean
  passkeys: readonly Passkey[]
  recoveryCodesLeft: number
  readOnly: boolean
}

function Factors({ hasApp, passkeys, recoveryCodesLeft, readOnly }: FactorsProps) {
  const [shown, setShown] = useState<Shown>(null)
  const client = useQueryClient()
  const onAdded = (codes: readonly string[] | null) => {
    setShown(codes && { codes })
    void client.invalidateQueries()
  }
  const isOn = hasApp || passkeys.length > 0
  const change = useChange()
  const remove = (what: () => Promise<{ message: string }>) => change.mutate(what)
  const renew = useChange()
  return (
    <>
      <ul className="divide-y divide-line">
        <Line
          title="Aplicación de códigos"
          facts={hasApp ? 'Pide un código de seis cifras al entrar.' : 'Sin activar.'}
          isOn={hasApp}
        >
          {hasApp ? (
            <Button size="sm" disabled={readOnly} onClick={() => remove(() => call(removeApp, {}))}>
              Quitar la aplicación
            </Button>
          ) : (
            <Button size="sm" disabled={readOnly} onClick={() => setShown('app')}>
              Activar aplicación
            </Button>
          )}
        </Line>
        {passkeys.map((key) => (
          <Line key={key.id} title={key.name} facts={passkeyFacts(key)} isOn>
            <Button
              size="sm"
              disabled={readOnly}
              aria-label={`Quitar la llave ${key.name}`}
              onClick={() => remove(() => call(removePasskey, { passkeyId: key.id }))}
            >
              Quitar
            </Button>
          </Line>
        ))}
        <Line
          title="Llaves de acceso"
          facts="La huella, la cara o el PIN de tu dispositivo, o una llave USB."
          isOn={false}
        >
          <Button size="sm" disabled={readOnly} onClick={() => setShown('passkey')}>
            Añadir una llave
          </Button>
        </Line>
        {isOn && (
          <Line title="Códigos de recuperación" facts={leftText(recoveryCodesLeft)} isOn={false}>
            <Button
              size="sm"
              disabled={readOnly}
              onClick={() =>
                renew.mutate(async () => {
                  const { recoveryCodes } = await call(renewRecoveryCodes, {})
                  onAdded(recoveryCodes)
                  return { message: 'Códigos nuevos' }
                })
              }
            >
              Hacer códigos nuevos
            </Button>
          </Line>
        )}
      </ul>
      {shown === 'app' && <AppDialog onAdded={onAdded} onClose={() => setShown(null)} />}
      {shown === 'passkey' && <PasskeyDialog onAdded={onAdded} onClose={() => setShown(null)} />}
      {shown !== null && typeof shown === 'object' && (
        <RecoveryCodesDialog codes={shown.codes} onClose={() => setShown(null)} />
      )}
    </>
  )
}

function Line(props: { title: string; facts: string; isOn: boolean; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {props.title}
          {props.isOn && <Badge tone="success">Activada</Badge>}
        </p>
        <p className="text-sm text-ink-faint wrap-anywhere">{props.facts}</p>
      </div>
      {props.children}
    </li>
  )
}

function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<{ message: string }>) => change(),
    onSuccess: ({ message }) => toast({ title: message, variant: 'success' }),
    onError: (error) =>
      toast({
        title: 'No se ha cambiado nada',
        description: errorText(error),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: factorQuery.queryKey }),
  })
}

function passkeyFacts({ isSynchronised, createdAt, lastUsedAt }: Passkey): string {
  return [
    `Guardada el ${longDay(createdAt.slice(0, 10))}`,
    lastUsedAt ? `usada el ${dayAndTime(new Date(lastUsedAt))}` : 'todavía sin usar',
    ...(isSynchronised ? ['sincronizada entre tus dispositivos'] : []),
  ].join(' · ')
}

function leftText(left: number): string {
  if (left === 0) return 'No queda ninguno: haz códigos nuevos.'
  return left === 1 ? 'Queda 1 sin usar.' : `Quedan ${left} sin usar.`
}
