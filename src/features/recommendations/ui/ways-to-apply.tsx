import { useQuery } from '@tanstack/react-query'
import { classes } from '#kit/class-names.ts'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer, longDay } from '#shared/spanish-numbers.ts'
import { getPromise } from '../contract/changes.ts'

export type WayToApply = 'at-once' | 'halves' | 'experiment'

type Promise = ReplyOf<typeof getPromise>

/** Asked while Google is: how the account varies by itself says what each way could tell. */
export function usePromise(id: string, isAsked: boolean) {
  return useQuery({ ...queryOf(getPromise, { id }), enabled: isAsked })
}

/** A drawn half first where that is likely to tell, and likelier than all at once. */
export function betterWay({ atOnce, halves }: Promise): WayToApply {
  const chance = halves?.chance ?? 0
  return chance >= 0.5 && chance > (atOnce.chance ?? 0) ? 'halves' : 'at-once'
}

/** The button's question. */
export function halvesText(promise: Promise | undefined): string {
  if (!promise?.halves) return ''
  const { first, secondOn } = promise.halves
  return `Ahora se ${first === 1 ? 'hará un cambio' : `harán unos ${integer(first)} cambios`} en Google Ads, por sorteo; los demás, el ${longDay(secondOn)}.`
}

/** The same of an experiment. */
export function experimentText(promise: Promise | undefined): string {
  if (!promise?.experiment) return ''
  const { startsOn } = promise.experiment
  return `Se creará un experimento en Google Ads, que empieza el ${longDay(startsOn)} con la mitad de las búsquedas de la campaña; la otra mitad sigue como está.`
}

type WaysProps = {
  promise: Promise | undefined
  isPending: boolean
  way: WayToApply
  onChoose: (way: WayToApply) => void
}

/** What will be known of the change, and when; a choice only where it can be applied in two ways. */
export function WaysToApply({ promise, isPending, way, onChoose }: WaysProps) {
  if (isPending)
    return (
      <div role="status" aria-label="Calculando qué se podrá saber">
        <Skeleton className="h-12 w-full" />
      </div>
    )
  if (!promise) return null
  const { atOnce, halves, experiment } = promise
  const canBeTried = experiment !== null && experiment.refusal === null
  if (!halves && !canBeTried)
    return (
      <>
        <p className="text-sm text-ink-muted text-pretty">{atOnce.sentences.join(' ')}</p>
        {experiment && <NotTried refusal={experiment.refusal} />}
      </>
    )
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Cómo aplicarlo</legend>
      <Way
        name="De una vez"
        sentences={atOnce.sentences}
        isChosen={way === 'at-once'}
        onChoose={() => onChoose('at-once')}
      />
      {halves && (
        <Way
          name="En dos mitades"
          sentences={halves.sentences}
          isChosen={way === 'halves'}
          onChoose={() => onChoose('halves')}
        />
      )}
      {canBeTried && (
        <Way
          name="Probar con un experimento de Google"
          sentences={experiment.sentences}
          isChosen={way === 'experiment'}
          onChoose={() => onChoose('experiment')}
        />
      )}
      {experiment && <NotTried refusal={experiment.refusal} />}
    </fieldset>
  )
}

/** Why it cannot be tried, for those who would look for it. */
function NotTried({ refusal }: { refusal: string | null }) {
  if (refusal === null) return null
  return (
    <p className="text-sm text-ink-faint text-pretty">
      No se puede probar con un experimento de Google. {refusal}
    </p>
  )
}

function Way(props: {
  name: string
  sentences: readonly string[]
  isChosen: boolean
  onChoose: () => void
}) {
  const { name, sentences, isChosen, onChoose } = props
  return (
    <label
      className={classes(
        'flex cursor-pointer gap-3 rounded-control border px-3 py-2.5',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      <input
        type="radio"
        name="way-to-apply"
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-ink-muted text-pretty">{sentences.join(' ')}</span>
      </span>
    </label>
  )
}
