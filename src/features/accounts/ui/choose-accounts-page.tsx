import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Button, buttonClass, LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { GOOGLE_CHANGE } from '#kit/google-change.ts'
import { paths } from '#kit/paths.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import { Link } from '#kit/router/link.tsx'
import { useNavigate, useParams, useSearchParams } from '#kit/router/router.tsx'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import { plural } from '#shared/spanish-numbers.ts'
import {
  addAccounts,
  FIRST_STEPS_START_PATH,
  getConnection,
  OAUTH_START_PATH,
} from '../contract.ts'
import { accountTree } from './account-tree.ts'
import { OfferedTree } from './offered-tree.tsx'

type Connection = ReplyOf<typeof getConnection>

/** After consenting at Google: which of the offered accounts to add. */
export function ChooseAccountsPage() {
  const { connectionId = '' } = useParams()
  const connection = useQuery({
    ...queryOf(getConnection, { connectionId }),
    queryFn: ({ signal }) => call(getConnection, { connectionId }, { signal, ...GOOGLE_CHANGE }),
  })
  return (
    <div className="page max-w-3xl">
      <title>Elegir cuentas · Pujante</title>
      <h1 className="text-xl font-semibold">Elige las cuentas que quieres añadir</h1>
      {connection.isPending ? (
        <TreeSkeleton />
      ) : connection.isError ? (
        <LoadFailure error={connection.error} onRetry={() => connection.refetch()} />
      ) : (
        <Choice connection={connection.data} />
      )}
    </div>
  )
}

function Choice({ connection }: { connection: Connection }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending } = useAddAccounts()
  const { accounts, googleEmail, remainingInPlan } = connection
  const remaining = remainingInPlan === null ? null : remainingInPlan - chosen.size
  const choose = (accountIds: string[], isChosen: boolean) =>
    setChosen((before) => changed(before, accountIds, isChosen, remainingInPlan))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ connectionId: connection.connectionId, accountIds: [...chosen] })
      }}
    >
      <p className="mb-5 text-ink-muted">
        {googleEmail ? `El usuario ${googleEmail} da` : 'Tu usuario de Google da'} acceso a estas
        cuentas. Solo leeremos los datos de las que elijas.
      </p>
      <Card className="p-4 md:p-5">
        <OfferedTree
          tree={accountTree(accounts)}
          chosen={chosen}
          onChoose={choose}
          isFull={remaining === 0}
        />
      </Card>
      <footer className="sticky bottom-0 mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-canvas py-3">
        <p aria-live="polite" className="tabular text-ink-muted">
          {planText(chosen.size, remaining)}
          {remaining === 0 && (
            <>
              {' · '}
              <Link to={paths.subscription()} className="text-accent underline underline-offset-3">
                Cambiar de plan
              </Link>
              {' · '}
              <Link to={paths.accounts()} className="text-accent underline underline-offset-3">
                Desconectar otra
              </Link>
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.dashboard()}>Ahora no</LinkButton>
          <Button
            type="submit"
            look="primary"
            disabled={chosen.size === 0}
            busy={isPending}
            busyLabel="Añadiendo..."
          >
            Añadir cuentas
          </Button>
        </div>
      </footer>
    </form>
  )
}

function useAddAccounts() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isOnboarding = useIsOnboarding()
  return useMutation({
    mutationFn: (choice: InputOf<typeof addAccounts>) => call(addAccounts, choice, GOOGLE_CHANGE),
    onSuccess: () => {
      void invalidateData(client)
      navigate(
        isOnboarding
          ? `${paths.onboarding()}?step=2&connected=true`
          : `${paths.dashboard()}?connected=true`,
      )
    },
    onError: (error) =>
      toast({
        title: 'No se pudieron añadir las cuentas',
        description: errorText(error),
        variant: 'destructive',
        ...(error instanceof ApiError &&
          error.code === 'plan_limit' && {
            action: {
              label: 'Cambiar de plan',
              onSelect: () => navigate(paths.subscription()),
            },
          }),
      }),
  })
}

function useIsOnboarding(): boolean {
  return useSearchParams()[0].get('next') === 'onboarding'
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const startPath = useIsOnboarding() ? FIRST_STEPS_START_PATH : OAUTH_START_PATH
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <Card className="mt-5">
      {isGone ? (
        <EmptyState
          title="Esta conexión ya no está disponible"
          actions={
            <a href={startPath} className={buttonClass('primary')}>
              Conectar de nuevo
            </a>
          }
        >
          Ha caducado o se abrió con otro usuario. Empieza de nuevo desde Google.
        </EmptyState>
      ) : (
        <ErrorPanel message={errorText(error)} onRetry={onRetry} />
      )}
    </Card>
  )
}

function TreeSkeleton() {
  return (
    <>
      <p role="status" className="mb-5 text-ink-muted">
        Preguntando a Google qué cuentas ves. Si son cientos, puede tardar más de un minuto.
      </p>
      <Card className="flex flex-col gap-4 p-5" aria-busy="true">
        {[1, 2, 3, 4].map((line) => (
          <Skeleton key={line} className="h-9 w-full" />
        ))}
      </Card>
    </>
  )
}

function changed(
  before: ReadonlySet<string>,
  accountIds: string[],
  isChosen: boolean,
  limit: number | null,
): ReadonlySet<string> {
  const after = new Set(before)
  for (const accountId of accountIds) {
    if (!isChosen) after.delete(accountId)
    else if (limit === null || after.size < limit) after.add(accountId)
  }
  return after
}

function planText(chosen: number, remaining: number | null): string {
  const count = plural(chosen, 'cuenta elegida', 'cuentas elegidas')
  if (remaining === null) return count
  return `${count} · ${remaining === 0 ? 'no caben más en tu plan' : `${plural(remaining, 'cuenta más', 'cuentas más')} en tu plan`}`
}
