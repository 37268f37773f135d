import { MICROS } from '#shared/metrics.ts'
import { shareEdge } from '#shared/share-edges.ts'
import { isSmartBidding } from '../account/bidding-strategy.ts'
import type { Context, Target } from '../account/context.ts'
import { presentShares } from '../account/known-settings.ts'
import type { CampaignFacts } from '../account/snapshot.ts'
import { limitOf } from '../account/targets.ts'
import type { Figure } from '../findings/recommendation.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'

const ORIGINS: Record<Target['origin'], string> = {
  value: 'lo que dijiste que vale aquí una conversión',
  campaign: 'el CPA objetivo de la campaña',
  roas: 'lo que permite el ROAS objetivo de la campaña',
  actions: 'lo que dijiste que vale cada tipo de conversión, según cuántas hay',
  goal: 'tu coste máximo por conversión',
  reported: 'lo que Google registra que vale cada conversión',
  otherRoas: 'lo que permite el ROAS que se pide a otras campañas',
  average: 'el coste medio por conversión de la cuenta, sin la marca',
  rest: 'el coste medio por conversión del resto de la cuenta, sin la marca',
}

/** The 'Probabilidad' of a card: no model is worth saying 100 %. */
export function certainty(probability: number): Omit<Figure, 'key'> {
  const value = Math.min(probability, THRESHOLDS.mostCertain.value)
  return { label: 'Probabilidad', unit: 'percent', value }
}

/** Amounts that were said or paid, not reckoned from what conversions bring: moved by that they are not what was said. */
const AS_SAID: readonly Target['origin'][] = ['campaign', 'actions', 'goal', 'average', 'rest']

/** 'el 45 %', and of a share that Google does not tell 'menos del 10 %' or 'más del 90 %'. `text`: as the card prints it. */
export function theShare(text: string, fraction: number, of: 'had' | 'lost'): string {
  if (shareEdge(fraction, of) === null) return `el ${text}`
  return of === 'had' ? `menos del ${text}` : `más del ${text}`
}

/** 'tu coste máximo por conversión'; what the money is compared with. */
export function targetName(target: Target): string {
  const { isCountedAgain, ...once } = target
  if (isCountedAgain) return `${targetName(once)}, repartido entre las veces que se cuenta cada una`
  const { origin, worthTimes = 1, isMissed, isOwn, isOfSearches } = target
  if (isOwn)
    return `el coste medio por conversión ${origin === 'rest' ? 'del resto ' : ''}de la campaña`
  if (isMissed) return `${ORIGINS[origin]}, acercado a lo que consigue, porque no lo alcanza`
  const isMoved = AS_SAID.includes(origin) && Math.abs(worthTimes - 1) > 1e-4
  const name = `${ORIGINS[origin]}${isOfSearches ? ' ni Display, vídeo y similares' : ''}`
  return isMoved ? `${name}, ajustado a lo que valen aquí` : name
}

/** Of what a part may cost before stopping it pays. */
export function limitName(target: Target): string {
  const [limit, name] = [limitOf(target), targetName(target)]
  if (limit === target.micros) return name
  if (!target.limit?.again)
    return `${name}, y por encima: quien paga eso de media paga más por las últimas conversiones, y las mantiene`
  if (target.limit.again.isAtOnce) {
    const { isFilled, isOfRest } = target.limit.again
    const few = isFilled ? ', que son pocas y se completan con las de la cuenta' : ''
    return `${name}, llevado hacia lo que cuestan las demás conversiones de la campaña${isOfRest ? ' sin lo que se propone excluir' : ''}${few}: al agotarse el presupuesto, en ellas se gasta lo que se libera`
  }
  return limit > target.micros
    ? `${name}, y por encima: con puja automática las últimas conversiones cuestan más que la media, y en ellas se gasta lo que se libera`
    : `${name}, y por debajo: con puja automática lo que se libera compra otras conversiones, que cuestan menos`
}

/**
 * What an amount rests on where it is assumed, or only the client's word. `saves`: it is of what is stopped, which is the more
 * the less a conversion leaves; what is won is less then.
 */
export function worthCaveat({ origin, isOwn }: Target, { saves = false } = {}): string[] {
  if (isOwn) return [`No consta cuánto puedes pagar por conversión, y ${UNLIKE[isOwn]}.`]
  const caveat = WORTH[origin]
  if (!caveat) return []
  const margin = saves ? 'si tu margen es menor, sobra más' : 'si tu margen es menor, se gana menos'
  return [origin === 'reported' ? `${caveat}: ${margin}.` : caveat]
}

/** What is taken off an amount that is bought more of: of sales as Google registers them, not what it costs to serve them. */
export function lessSpend(origin: Target['origin'] | undefined): string {
  const unserved = origin === 'reported' ? ' y no lo que cuesta servir lo vendido' : ''
  return `, descontado el gasto extra${unserved}`
}

const UNLIKE = {
  kind: 'en la cuenta se cuentan conversiones de distinta clase: se ha usado la media de esta campaña',
  dear: 'las de esta campaña cuestan varias veces lo que las demás, porque valgan más o porque pierda dinero: se ha usado su propia media',
}

const WORTH: Partial<Record<Target['origin'], string>> = {
  average: 'No consta cuánto puedes pagar por conversión: se ha usado la media de la cuenta.',
  rest: 'No consta cuánto puedes pagar por conversión: se ha usado la media del resto de la cuenta.',
  reported:
    'Se cuenta con el valor que Google registra de cada conversión, sin quitar lo que te cuesta servirla',
  otherRoas:
    'Esta campaña no tiene ROAS objetivo, o muy pocas ventas para juzgarla por el suyo: se cuenta con el valor que Google registra de cada conversión, dividido entre el ROAS más bajo que se pide a otra campaña, o el que esta alcanza si es menor.',
  value: 'Se cuenta con lo que dijiste que vale aquí una conversión.',
  actions:
    'Se cuenta con lo que dijiste que vale cada tipo de conversión, según cuántas hay en la cuenta: aquí la mezcla puede ser otra.',
}

/** What weakens any conclusion drawn from conversions. `knownShare` is that figure as text. */
export function conversionCaveats(context: Context, knownShare: string): string[] {
  const { measurement } = context
  const caveats =
    measurement.knownShare < 0.995
      ? [
          `Parte de las conversiones puede llegar días después del clic: solo se ha contado el ${knownShare} de los clics, los que ya han tenido tiempo de convertir.`,
        ]
      : []
  if (measurement.outageShare > 0) {
    caveats.push('Los días en que la medición parece parada no cuentan como clics sin conversión.')
  }
  if (measurement.problems.some(({ kind }) => kind === 'partial-loss' || kind === 'action-loss')) {
    caveats.push(
      'Hubo días en que parece haberse perdido una parte de las conversiones: de sus clics solo cuenta la parte que se midió.',
    )
  }
  return caveats
}

/** What a forecast makes of an account that grows, shrinks or has had its season; null where it is as in the window. */
export function comingClicks({ comingClicks: { level } }: Context): Omit<Figure, 'key'> {
  const value = level === 1 ? null : level
  return { label: 'Clics que se esperan, sobre los del periodo', unit: 'percent', value }
}

/** `share` is that figure as text. */
export function comingClicksCaveat(share: string): string[] {
  if (share === '—') return []
  return [
    `Por los últimos meses de la cuenta, y por el año pasado si se conoce, no se esperan los mismos clics que de media en el periodo: la previsión cuenta con el ${share} de ellos.`,
  ]
}

export function smartBiddingCaveat(campaign: CampaignFacts<never> | undefined): string[] {
  if (!campaign || !isSmartBidding(campaign)) return []
  return [SMART]
}

export function budgetLimitedCaveat(campaign: CampaignFacts<never> | undefined): string[] {
  const shares = campaign && presentShares(campaign)
  if (!shares || shares.lostToBudget <= 0) return []
  return [LIMITED]
}

/** Why keywords under smart bidding are not to be paused. */
export const KEPT_BY_OTHERS =
  'Las palabras clave que salen caras están en campañas con puja automática, y otras de la misma campaña seguirían trayendo sus búsquedas: pausarlas no cambiaría casi nada.'

const SMART =
  'La campaña usa puja automática, que ya baja sola la puja donde espera pocas conversiones y vuelve a gastar lo que se libera: el ahorro real puede ser menor.'
const LIMITED =
  'A la campaña le falta presupuesto: lo que se ahorre aquí se gastará en otras búsquedas que paga el mismo presupuesto; la factura no bajará.'
const IN_SOME: Readonly<Record<string, string>> = {
  [SMART]:
    'Alguna de estas campañas usa puja automática, que ya baja sola la puja donde espera pocas conversiones y vuelve a gastar lo que se libera: ahí el ahorro real puede ser menor.',
  [LIMITED]:
    'A alguna de estas campañas le falta presupuesto: lo que se ahorre en ella se gastará en otras búsquedas que paga su presupuesto; ahí la factura no bajará.',
}

/** What is doubtful of one campaign, on a card about several of which not all need have it. */
export function ofSeveral(doubts: readonly string[]): string[] {
  return doubts.map((doubt) => IN_SOME[doubt] ?? doubt)
}

const BLOCKED = {
  unknown: 'No se conocen los clics o las conversiones de la cuenta: sin ellos no se puede juzgar.',
  'no-primary-action': 'No hay ninguna conversión principal activa: sin ella no se puede juzgar.',
  'no-conversions': 'No consta ninguna conversión en el periodo: sin ellas no se puede juzgar.',
  outage:
    'La medición de conversiones falló demasiados días del periodo: primero hay que arreglarla.',
  'micro-events':
    'La mayoría de las conversiones que se cuentan no son ventas ni contactos: primero hay que quitarlas de las principales.',
} as const
const OUT_OF_REACH =
  'Ninguna campaña se acerca a tu coste máximo por conversión: con él habría que parar casi todo. Revísalo primero en los objetivos de la cuenta.'
const BLIND =
  'Ahora mismo no parece contarse ninguna conversión: primero hay que arreglar la medición, y después mover pujas o presupuestos.'

const TWICE =
  'Dos conversiones principales parecen contar lo mismo: hasta que solo quede una no se sabe cuánto cuesta de verdad cada conversión, y aquí no se propone gastar más ni cambiar objetivos.'

/** Why nothing is to be saved or moved: of all that was shown, nothing is any more; null where something is. */
export function restReason({ campaigns, resting }: Context): string | null {
  const shown = [...campaigns.values()].filter(
    ({ status, sums }) => status === 'ENABLED' && sums.clicks !== 0,
  )
  return shown.length > 0 && shown.every(({ id }) => resting.has(id)) ? AT_REST : null
}

const AT_REST =
  'Lo que está activo lleva al menos una semana sin mostrarse: ahora no gasta nada que se pueda ahorrar o mover.'

/** Why a rule that needs conversions says nothing, or null if they can be believed. */
export function blockedReason(context: Context): string | null {
  const { blocked } = context.measurement
  if (blocked) return BLOCKED[blocked]
  return context.goalReach ? OUT_OF_REACH : null
}

/** Why bids and budgets are not to be moved now, or null: besides, while nothing is counted they learn from nothing. */
export function bidsBlockedReason(context: Context): string | null {
  return blockedReason(context) ?? (context.measurement.isBlind ? BLIND : null)
}

/** Why nothing is told by how cheap conversions look, or null. */
export function raisesBlockedReason(context: Context): string | null {
  return bidsBlockedReason(context) ?? (context.isCountedTwice ? TWICE : null)
}

/** 'Hacen falta …' when there are too few conversions to learn from: in the account, or in what of it a rule compares. */
export function tooFewConversions(context: Context, needed: number, seen: number): string {
  const missing = Math.max(1, Math.ceil(needed - seen))
  const noun = missing === 1 ? 'conversión' : 'conversiones'
  const some = missing === 1 ? 'Hace falta' : 'Hacen falta unas'
  const all = (context.sums.conversionsMicros ?? 0) / MICROS
  const where = all < needed ? 'en esta cuenta' : 'en lo que aquí se compara'
  return `${some} ${context.say.integer(missing)} ${noun} más para saber qué es normal ${where}.`
}

/** Likewise of searches, of which some accounts have none. */
export function tooFewOfSearches(
  context: Context,
  needed: number,
  { terms, conversions }: { terms: readonly unknown[]; conversions: number },
): string {
  return terms.length > 0 ? tooFewConversions(context, needed, conversions) : NO_TERMS
}

export const NO_TERMS = 'Ninguna campaña activa tiene términos de búsqueda con clics en el periodo.'

/** 'Hacen falta unos N clics más', for the entity closest to a verdict. */
export function tooFewClicks(context: Context, name: string, missing: number | null): string {
  if (missing === null) {
    return 'Con los datos del periodo, nada se aparta de lo normal lo bastante como para señalarlo.'
  }
  const some = missing === 1 ? 'Hace falta' : 'Hacen falta unos'
  return `${some} ${context.say.plural(missing, 'clic', 'clics')} más sin conversiones para asegurar que «${name}» gasta de más.`
}
