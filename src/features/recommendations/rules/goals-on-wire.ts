import type { ValueScope } from '#account-data/goals.ts'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import type * as goals from '../contract/goals.ts'
import type * as values from '../contract/values.ts'
import { CONSENT_WORDS, PARTNER_WORDS, SCOPE_WORDS } from '../contract/wire-words.ts'

/** Amounts in account currency units. */
export type AccountGoals = {
  targetCpa: number | null
  brandWords: string[]
  protectedWords: string[]
  searchPartners: keyof typeof PARTNER_WORDS
  performanceMaxConversions: number | null
  consentMode: keyof typeof CONSENT_WORDS | null
  looksAtPages: boolean
  teachesOthers: boolean
}

export type PagesLookedAt = { pages: number; lastAt: Date }

/** What is not spoken of stays as it was. */
export type SaidGoals = Partial<AccountGoals>

export function goalsOnWire({
  targetCpa,
  brandWords,
  protectedWords,
  searchPartners,
  performanceMaxConversions,
  consentMode,
  looksAtPages,
  pagesLookedAt,
  teachesOthers,
  currencyCode,
}: AccountGoals & {
  pagesLookedAt: PagesLookedAt | null
  currencyCode: string
}): ReplyOf<typeof goals.getGoals> {
  return {
    cpaObjetivo: targetCpa,
    palabrasDeMarca: brandWords,
    palabrasProtegidas: protectedWords,
    sociosDeBusqueda: PARTNER_WORDS[searchPartners],
    minimoMaximoRendimiento: performanceMaxConversions,
    modoDeConsentimiento: consentMode && CONSENT_WORDS[consentMode],
    abrePaginas: looksAtPages,
    paginasAbiertas: pagesLookedAt && {
      cuantas: pagesLookedAt.pages,
      ultima: pagesLookedAt.lastAt.toISOString(),
    },
    comparteAprendizaje: teachesOthers,
    moneda: currencyCode,
  }
}

const PARTNERS = { datos: 'data', mantener: 'on', quitar: 'off' } as const satisfies Record<
  NonNullable<InputOf<typeof goals.setGoals>['sociosDeBusqueda']>,
  AccountGoals['searchPartners']
>

const CONSENTS = { si: 'on', no: 'off' } as const satisfies Record<
  NonNullable<InputOf<typeof goals.setGoals>['modoDeConsentimiento']>,
  AccountGoals['consentMode']
>

export function goalsFromWire(input: InputOf<typeof goals.setGoals>): SaidGoals {
  const { sociosDeBusqueda, minimoMaximoRendimiento, modoDeConsentimiento } = input
  const { abrePaginas, comparteAprendizaje, cpaObjetivo } = input
  const { palabrasDeMarca, palabrasProtegidas } = input
  return {
    ...(cpaObjetivo !== undefined && { targetCpa: cpaObjetivo }),
    ...(palabrasDeMarca !== undefined && { brandWords: palabrasDeMarca }),
    ...(palabrasProtegidas !== undefined && { protectedWords: palabrasProtegidas }),
    ...(sociosDeBusqueda !== undefined && { searchPartners: PARTNERS[sociosDeBusqueda] }),
    ...(minimoMaximoRendimiento !== undefined && {
      performanceMaxConversions: minimoMaximoRendimiento,
    }),
    ...(modoDeConsentimiento !== undefined && {
      consentMode: modoDeConsentimiento && CONSENTS[modoDeConsentimiento],
    }),
    ...(abrePaginas !== undefined && { looksAtPages: abrePaginas }),
    ...(comparteAprendizaje !== undefined && { teachesOthers: comparteAprendizaje }),
  }
}

/** What a conversion is said to be worth; `previous`: absent where it was never changed. */
export type SaidValue = {
  scope: ValueScope
  id: string
  name: string
  value: number | null
  previous?: number | null
}

export function valuesOnWire({
  currencyCode,
  values: said,
}: {
  currencyCode: string
  values: SaidValue[]
}): ReplyOf<typeof values.getValues> {
  return {
    moneda: currencyCode,
    valores: said.map(({ scope, id, name, value, previous }) => ({
      ambito: SCOPE_WORDS[scope],
      id,
      nombre: name,
      valor: value,
      ...(previous !== undefined && { anterior: previous }),
    })),
  }
}

const SCOPES = { campana: 'campaign', conversion: 'action' } as const satisfies Record<
  InputOf<typeof values.undoValue>['ambito'],
  ValueScope
>

export function valuesFromWire({ cambios }: InputOf<typeof values.setValues>) {
  return cambios.map(({ ambito, id, valor }) => ({
    ...placeFromWire({ ambito, id }),
    value: valor,
  }))
}

/** What a value is said of. */
export function placeFromWire({
  ambito,
  id,
}: Pick<InputOf<typeof values.undoValue>, 'ambito' | 'id'>) {
  return { scope: SCOPES[ambito], id }
}
