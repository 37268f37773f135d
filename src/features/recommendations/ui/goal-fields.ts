import { amountOf, typedAmount, typedNumber } from '#kit/amount-text.ts'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import type { getGoals, setGoals } from '../contract/goals.ts'

type Known = ReplyOf<typeof getGoals>
type Said = Omit<InputOf<typeof setGoals>, 'customerId'>

/** The fields of the form as they are typed and chosen, by their names on the wire. */
export type GoalFields = Pick<
  Known,
  'sociosDeBusqueda' | 'modoDeConsentimiento' | 'abrePaginas' | 'comparteAprendizaje'
> &
  Record<
    'cpaObjetivo' | 'palabrasDeMarca' | 'palabrasProtegidas' | 'minimoMaximoRendimiento',
    string
  >

/** What was not touched follows what is known, which others may change meanwhile. */
export function goalFields(known: Known, typed: Partial<GoalFields>): GoalFields {
  return {
    ...known,
    cpaObjetivo: known.cpaObjetivo === null ? '' : typedAmount(known.cpaObjetivo),
    palabrasDeMarca: known.palabrasDeMarca.join(', '),
    palabrasProtegidas: known.palabrasProtegidas.join(', '),
    minimoMaximoRendimiento: String(known.minimoMaximoRendimiento ?? ''),
    ...typed,
  }
}

export function isGoalAmount(text: string): boolean {
  return text.trim() === '' || (amountOf(text) ?? 0) > 0
}

export function isGoalCount(text: string): boolean {
  const count = countOf(text)
  return count === null || (Number.isInteger(count) && count >= 1 && count <= 1000)
}

/** What is sent: only what was touched and says something else, for the rest would take back what others said since. */
export function saidGoals(known: Known, typed: Partial<GoalFields>): Said {
  const fields = goalFields(known, typed)
  const all = {
    ...fields,
    cpaObjetivo: fields.cpaObjetivo.trim() === '' ? null : amountOf(fields.cpaObjetivo),
    palabrasDeMarca: wordsOf(fields.palabrasDeMarca),
    palabrasProtegidas: wordsOf(fields.palabrasProtegidas),
    minimoMaximoRendimiento: countOf(fields.minimoMaximoRendimiento),
  }
  // The names are those of the fields.
  const touched = Object.keys(typed) as (keyof GoalFields)[]
  const isOther = (name: keyof GoalFields) =>
    JSON.stringify(all[name]) !== JSON.stringify(known[name])
  return Object.fromEntries(touched.filter(isOther).map((name) => [name, all[name]]))
}

const countOf = (text: string) => (text.trim() === '' ? null : (typedNumber(text) ?? 0))

const wordsOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
