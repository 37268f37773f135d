import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Obstacle } from '#kit/components/obstacle.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { changeFailureText, isLost } from '#kit/google-change.ts'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { verbAndCount } from '#shared/spanish-numbers.ts'
import { type getPromise, previewChange } from '../contract/changes.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { ChangeSteps } from './change-steps.tsx'
import { useApply } from './use-changes.ts'
import {
  betterWay,
  experimentText,
  halvesText,
  usePromise,
  WaysToApply,
  type WayToApply,
} from './ways-to-apply.tsx'

/** Shows before → after as Google has it now, tried out there, and asks once more, naming the money. */
export function ApplyDialog(props: { recommendation: Recommendation; onClose: () => void }) {
  const { recommendation, onClose } = props
  const { id, titulo, evidence } = recommendation
  // Always asked anew: what it says must be true at this moment.
  const query = useQuery({ ...queryOf(previewChange, { id }), staleTime: 0, gcTime: 0 })
  const apply = useApply()
  const preview = query.data
  // A title that changes while one reads is told twice; accounts of files, of which only the preview knows, are few.
  const byHand = preview?.byHand ?? (evidence.change?.operations.length ?? 0) === 0
  const promise = usePromise(id, preview !== undefined && !preview.byHand)
  const [chosen, setChosen] = useState<WayToApply | null>(null)
  const way = chosen ?? (promise.data ? betterWay(promise.data) : 'at-once')
  const refusals = preview && refusalsOf(way, preview, promise.data)
  return (
    <Dialog
      title={byHand ? 'Anotar como hecha' : 'Aplicar en Google Ads'}
      description={titulo}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            look="primary"
            icon={<Check />}
            // Which way it goes is not said before the ways are there.
            disabled={
              refusals?.length !== 0 || query.isFetching || promise.isLoading || isLost(apply.error)
            }
            busy={apply.isPending}
            busyLabel="Aplicando..."
            onClick={() =>
              preview &&
              apply.mutate({ id, visto: preview.visto, ...ASKED[way] }, { onSuccess: onClose })
            }
          >
            {byHand ? 'Ya lo he hecho' : BUTTONS[way]}
          </Button>
        </>
      }
    >
      {query.isPending && <PreviewSkeleton />}
      {/* Asked again after a failed change it fails alike, which that says already. */}
      {query.isError && !apply.isError && (
        <ErrorPanel
          title="No se pudo comprobar el cambio"
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {apply.isError && (
        <div role="alert" className="mb-4" ref={showItself}>
          <Obstacle isBlocking>{changeFailureText(apply.error)}</Obstacle>
        </div>
      )}
      {preview && (
        <PreviewBody
          preview={preview}
          refusals={refusals ?? []}
          confirmation={questionOf(way, preview, promise.data)}
        >
          <WaysToApply
            promise={promise.data}
            isPending={promise.isLoading}
            way={way}
            onChoose={setChosen}
          />
        </PreviewBody>
      )}
    </Dialog>
  )
}

/** A long list of changes may have been scrolled away from it. */
const showItself = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })

const ASKED = {
  'at-once': {},
  halves: { enMitades: true },
  experiment: { enExperimento: true },
} as const

const BUTTONS: Record<WayToApply, string> = {
  'at-once': 'Aplicar',
  halves: 'Aplicar en dos mitades',
  experiment: 'Probar en Google Ads',
}

function questionOf(
  way: WayToApply,
  preview: Preview,
  promise: ReplyOf<typeof getPromise> | undefined,
) {
  if (way === 'halves') return halvesText(promise)
  return way === 'experiment' ? experimentText(promise) : preview.confirmation
}

/** Why it would be refused in the way that was chosen: what has no room in the day as a whole may have it by halves. */
export function refusalsOf(
  way: WayToApply,
  { refusals, stops }: Pick<Preview, 'refusals' | 'stops'>,
  promise: ReplyOf<typeof getPromise> | undefined,
): readonly string[] {
  if (way === 'at-once') return refusals
  const own = way === 'halves' ? promise?.halves?.refusal : promise?.experiment?.refusal
  return own ? [...stops, own] : stops
}

type Preview = ReplyOf<typeof previewChange>

function PreviewBody(props: {
  preview: Preview
  refusals: readonly string[]
  confirmation: string
  children: ReactNode
}) {
  const { preview, refusals, confirmation, children } = props
  const { byHand, before, after, steps } = preview
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      <p className="font-medium text-pretty">{confirmation}</p>
      {byHand && (
        <p className="text-ink-muted text-pretty">
          Este cambio se hace en Google Ads. Márcalo cuando lo hayas hecho y mediremos qué ha
          conseguido.
        </p>
      )}
      {byHand && (before || after) && (
        <dl className="grid gap-2 sm:grid-cols-2">
          <div className="rounded-control bg-sunken px-3 py-2">
            <dt className="text-xs text-ink-faint">Antes</dt>
            <dd className="wrap-anywhere">{before ?? '—'}</dd>
          </div>
          <div className="rounded-control bg-sunken px-3 py-2">
            <dt className="text-xs text-ink-muted">Después</dt>
            <dd className="font-medium wrap-anywhere">{after ?? '—'}</dd>
          </div>
        </dl>
      )}
      {refusals.length > 0 && (
        <div role="alert" className="flex flex-col gap-2">
          {refusals.map((text) => (
            <Obstacle key={text} isBlocking>
              {text}
            </Obstacle>
          ))}
        </div>
      )}
      {!byHand && children}
      {!byHand && (
        <section>
          <h3 className="mb-1.5 font-medium">Cambio por cambio</h3>
          <ChangeSteps steps={steps} />
        </section>
      )}
      {!byHand && (
        <p className="text-sm text-ink-faint text-pretty">
          Se anota quién y cuándo, y se puede deshacer mientras nadie cambie lo mismo en Google Ads.
          Hoy {verbAndCount(preview.changesLeftToday, ['queda', 'quedan'], ['cambio', 'cambios'])}{' '}
          en esta cuenta.
        </p>
      )}
    </div>
  )
}

function PreviewSkeleton() {
  return (
    <div role="status" aria-label="Comprobando con Google Ads" className="flex flex-col gap-3">
      <p className="text-sm text-ink-faint">Comprobando con Google Ads, sin cambiar nada…</p>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  )
}
