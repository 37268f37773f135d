import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { listAccounts } from '#features/accounts/contract.ts'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { controlClass, FieldFrame, noteId } from '#kit/components/field-frame.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural, relativeTime } from '#shared/spanish-numbers.ts'
import { getGoals, setGoals } from '../contract/goals.ts'
import { CONSENT_WORDS, PARTNER_WORDS } from '../contract/wire-words.ts'
import { SaveAndAnalyse, useAnalysedAnew } from './analysed-anew.tsx'
import { type GoalFields, goalFields, isGoalAmount, isGoalCount, saidGoals } from './goal-fields.ts'
import { stillTyped } from './still-typed.ts'

const PARTNERS = [
  [PARTNER_WORDS.data, 'Que decidan sus conversiones'],
  [PARTNER_WORDS.on, 'Mantenerlos: no se propone quitarlos'],
  [PARTNER_WORDS.off, 'Quitarlos donde estén activos'],
] as const

/** Loaded when it is opened. */
export function GoalsForm({ customerId }: { customerId: string }) {
  const query = useQuery({ ...queryOf(getGoals, { customerId }), staleTime: 0 })
  const accounts = useQuery(queryOf(listAccounts, {}))
  const account = accounts.data?.find(({ accountId }) => accountId === customerId)
  if (query.isPending) return <Skeleton className="mt-3 h-64 w-full max-w-xl" />
  if (!query.data)
    return <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
  return (
    <Fields customerId={customerId} known={query.data} isConnected={account?.source === 'google'} />
  )
}

function Fields(props: {
  customerId: string
  known: ReplyOf<typeof getGoals>
  isConnected: boolean
}) {
  const { customerId, known } = props
  const [typed, setTyped] = useState<Partial<GoalFields>>({})
  const { mutate, isPending, error } = useAnalysedAnew(setGoals, getGoals, 'Objetivos guardados')
  const fields = goalFields(known, typed)
  const set = (changed: Partial<GoalFields>) => setTyped((all) => ({ ...all, ...changed }))
  const isAmount = isGoalAmount(fields.cpaObjetivo)
  const isCount = isGoalCount(fields.minimoMaximoRendimiento)
  return (
    <form
      className="mt-3 flex max-w-xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isAmount || !isCount) return
        mutate(
          { customerId, ...saidGoals(known, typed) },
          { onSuccess: () => setTyped((all) => stillTyped(all, typed)) },
        )
      }}
    >
      <TextField
        label={`Lo que puede costar una conversión, como mucho (${known.moneda})`}
        hint="Vacío: se compara con el coste medio de la cuenta, sin la marca. Donde una campaña tiene CPA o ROAS objetivo, manda el suyo."
        inputMode="decimal"
        value={fields.cpaObjetivo}
        error={isAmount ? undefined : 'Escribe un importe, por ejemplo 12,50.'}
        onChange={(event) => set({ cpaObjetivo: event.target.value })}
      />
      <WordsField
        label="Palabras de tu marca"
        hint="Separadas por comas. Se suman a las que ya se deducen del nombre de la cuenta y de las campañas de marca. Si tu marca son varias palabras («Casa Verde»), escríbelas seguidas: por separado no contarán."
        value={fields.palabrasDeMarca}
        onChange={(palabrasDeMarca) => set({ palabrasDeMarca })}
      />
      <WordsField
        label="Palabras que no se tocan"
        hint="Separadas por comas. Lo que las contenga no se propone ni bloquear ni pausar: competidores por los que pujas a propósito, un producto recién lanzado…"
        value={fields.palabrasProtegidas}
        onChange={(palabrasProtegidas) => set({ palabrasProtegidas })}
      />
      {/* Reports tell of neither networks nor Performance Max's settings. */}
      {props.isConnected && <Disputed {...{ fields, set, isCount }} />}
      {props.isConnected && (
        <Consent
          consent={fields.modoDeConsentimiento}
          setConsent={(modoDeConsentimiento) => set({ modoDeConsentimiento })}
        />
      )}
      {props.isConnected && (
        <Opening
          opened={known.paginasAbiertas}
          opens={fields.abrePaginas}
          setOpens={(abrePaginas) => set({ abrePaginas })}
        />
      )}
      {/* Nothing is applied to what was imported, so that it has nothing to teach. */}
      {props.isConnected && (
        <Teaching
          teaches={fields.comparteAprendizaje}
          setTeaches={(comparteAprendizaje) => set({ comparteAprendizaje })}
        />
      )}
      <SaveAndAnalyse error={error} isPending={isPending} />
    </form>
  )
}

/** Where the trade disagrees, its owner decides. */
function Disputed(props: {
  fields: GoalFields
  set: (changed: Partial<GoalFields>) => void
  isCount: boolean
}) {
  const { fields, set, isCount } = props
  return (
    <>
      <Select
        label="Socios de búsqueda"
        hint="Aquí los expertos no se ponen de acuerdo: hay quien los mantiene siempre y quien los quita siempre."
        value={fields.sociosDeBusqueda}
        // The options are its values.
        onChange={(event) =>
          set({ sociosDeBusqueda: event.target.value as GoalFields['sociosDeBusqueda'] })
        }
      >
        {PARTNERS.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      <TextField
        label="Conversiones al mes que necesita Máximo rendimiento, como mínimo"
        hint="Vacío: 30, lo más habitual; otros piden 50. Con menos se avisa de que aprende de poco."
        inputMode="numeric"
        value={fields.minimoMaximoRendimiento}
        error={isCount ? undefined : 'Escribe un número entero entre 1 y 1.000.'}
        onChange={(event) => set({ minimoMaximoRendimiento: event.target.value })}
      />
    </>
  )
}

type ConsentMode = ReplyOf<typeof getGoals>['modoDeConsentimiento']

/** Google's API does not say it. */
function Consent(props: { consent: ConsentMode; setConsent: (consent: ConsentMode) => void }) {
  return (
    <Select
      label="¿Tiene la web el modo de consentimiento de Google?"
      hint="Dice a Google qué cookies acepta cada visitante; en Europa hace falta para medir bien. Desde aquí no se puede leer: lo ves en Google Ads, en Objetivos › Conversiones › Diagnóstico, o lo sabe quien lleva la web."
      value={props.consent ?? ''}
      onChange={(event) => props.setConsent((event.target.value || null) as ConsentMode)}
    >
      <option value="">No lo sé</option>
      <option value={CONSENT_WORDS.on}>Sí</option>
      <option value={CONSENT_WORDS.off}>No</option>
    </Select>
  )
}

function Opening(props: {
  opened: ReplyOf<typeof getGoals>['paginasAbiertas']
  opens: boolean
  setOpens: (opens: boolean) => void
}) {
  const { opened } = props
  const soFar = opened
    ? `Hasta ahora, ${plural(opened.cuantas, 'página abierta', 'páginas abiertas')}, la última ${relativeTime(new Date(opened.ultima), new Date())}.`
    : 'Todavía no se ha abierto ninguna.'
  return (
    <Choice
      text="Abrir las páginas a las que llevan los anuncios"
      note={`Cada noche se abren, sin cookies y sin pulsar nada, las que más gastan: hasta 50, de una en una y solo si su robots.txt lo permite. Así se sabe si alguna ha dejado de funcionar o no habla de lo que se busca. Si lo quitas, se borra lo que se había visto. ${soFar}`}
      isOn={props.opens}
      setOn={props.setOpens}
    />
  )
}

function Teaching(props: { teaches: boolean; setTeaches: (teaches: boolean) => void }) {
  return (
    <Choice
      text="Lo que se mide aquí ayuda a acertar en otras cuentas"
      note="Solo cuenta cuánto se acercó cada previsión a lo que pasó y cuánto rindieron los presupuestos que cambiaste, sumado sin importes, nombres ni palabras. Si lo quitas, esas sumas salen en el acto de lo que aprenden las demás; esta sigue aprendiendo de ellas."
      isOn={props.teaches}
      setOn={props.setTeaches}
    />
  )
}

function Choice(props: {
  text: string
  note: string
  isOn: boolean
  setOn: (isOn: boolean) => void
}) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.setOn(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="font-medium">{props.text}</span>
        <span className="block text-sm text-ink-muted">{props.note}</span>
      </span>
    </label>
  )
}

function WordsField(props: {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}) {
  const { label, hint, value, onChange } = props
  const inputId = useId()
  return (
    <FieldFrame label={label} hint={hint} inputId={inputId}>
      <textarea
        id={inputId}
        rows={2}
        value={value}
        aria-describedby={noteId(inputId)}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} h-auto min-h-16 py-2`}
      />
    </FieldFrame>
  )
}
