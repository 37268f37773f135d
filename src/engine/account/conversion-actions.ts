import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { betaCdf } from '../statistics/stats.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { ConversionDay } from './inventory.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'
import { wordsOf } from './terms.ts'

/** Conversion actions that Google's bidding optimises for. */
export function primaryActions({
  conversionActions = [],
}: Pick<AccountSnapshot, 'conversionActions'>): ConversionAction[] {
  return conversionActions.filter(
    ({ status, primaryForGoal }) => status === 'ENABLED' && primaryForGoal,
  )
}

/** Those that Google hosts ('Clicks to call', 'Local actions') it makes and sets itself. */
export function isHosted({ type, origin }: ConversionAction): boolean {
  return type === 'GOOGLE_HOSTED' || origin === 'GOOGLE_HOSTED'
}

/** Of an app: no click on the web leads to it, and no cookie counts it. */
export function isOfApp({ type = '', origin }: ConversionAction): boolean {
  return origin === 'APP' || /^(FIREBASE|THIRD_PARTY_APP|GOOGLE_PLAY|ANDROID)_/.test(type)
}

/** Counted elsewhere and brought to Google: no tag of the web has a part in it. */
export function isImported({ type = '' }: ConversionAction): boolean {
  return /UPLOAD|SALESFORCE|STORE_SALES/.test(type)
}

/** What is uploaded may come all at once: of so few days without any it cannot be told whether the upload has stopped or is made by the month. */
export function mayComeTogether(actions: readonly ConversionAction[], days: number): boolean {
  return actions.length > 0 && actions.every(isImported) && days < THRESHOLDS.importBatchDays.value
}

/** Steps on the way to a sale, or signs of interest: worth watching, not worth bidding for. */
const MICRO_EVENTS: ReadonlySet<string> = new Set([
  'PAGE_VIEW',
  'ENGAGEMENT',
  'ADD_TO_CART',
  'BEGIN_CHECKOUT',
  'OUTBOUND_CLICK',
  'GET_DIRECTIONS',
  'DOWNLOAD',
])

/** Google does not say what it is. */
export const UNSAID: ReadonlySet<string> = new Set(['', 'DEFAULT', 'UNKNOWN', 'UNSPECIFIED'])
/** Kinds that say where a person went, or nothing: then the name says more. */
const NAMED_KINDS: ReadonlySet<string> = UNSAID.union(
  new Set(['OUTBOUND_CLICK', 'ENGAGEMENT', 'PAGE_VIEW']),
)
/** '_' stands for a space. */
function wholeWords(words: string): RegExp {
  const any = words.trim().split(/\s+/).join('|').replaceAll('_', ' ')
  return new RegExp(`(^| )(${any})( |$)`)
}
/** Without signs or accents. */
const CONTACT_NAME = wholeWords(
  `whatsapp wasap wa_me telegram messenger telefono telephone phone llamada llamadas llamar trucada anruf appel ligacao chamada
  calls? tel mailto e?mail correo formulario form lead leads presupuesto reserva reservas booked booking cita`,
)
const SALE_NAME = wholeWords(
  'compra compras pedido pedidos pago pagos venta ventas purchase order orders commande',
)
const STEP_NAME = wholeWords(
  `vista vistas visto visita visitas views? scroll scroll_[0-9]+ page_?view pageview user_engagement engaged_session session_start first_visit view_item add_to_cart anadir_al_carrito añadir_al_carrito
  begin_checkout file_download form_start video_start video_progress video_complete`,
)
const END_NAME = wholeWords(
  `gracias gracies obrigado obrigada merci danke grazie thanks thank thankyou confirmacion confirmation confirmed success
  completado completed complete enviado sent recibido ok`,
)
const BEFORE_ITS_END = wholeWords('scroll video_complete add_to_cart')

const REJECTED_NAME = wholeWords(
  `no_cualificad[oa]s? no_calificad[oa]s? no_valid[oa]s? no_apt[oa]s? no_interesad[oa]s? no_qualificats? descartad[oa]s? rechazad[oa]s? spam
  unqualified not_qualified disqualified bad_leads? junk_leads? invalid_leads?`,
)

/** 'Lead (no spam)', 'Leads no descartados', 'filtro anti-spam': what is left once those are out. */
const NOT_REJECTED = new RegExp(`(^| )(no|sin|anti|not|non)${REJECTED_NAME.source}`)

/** Told to Google as what came of nothing: who asked was no customer. */
export function isRejectedLead({ name }: ConversionAction): boolean {
  const plain = plainName(name)
  return REJECTED_NAME.test(plain) && !NOT_REJECTED.test(plain)
}

const plainName = (name: string): string =>
  wordsOf(name.replace(/[_./-]/g, ' '))
    .map((word) => word.folded)
    .join(' ')

/** What the name of an action of a kind that says little makes of it; null where it says no more. Who sees a form has not sent it. */
function namedAs({ name, category }: ConversionAction): 'step' | 'contact' | 'sale' | null {
  const plain = plainName(name)
  if (END_NAME.test(plain) && !BEFORE_ITS_END.test(plain)) return 'contact'
  if (STEP_NAME.test(plain)) return 'step'
  if (SALE_NAME.test(plain)) return 'sale'
  return category !== 'PAGE_VIEW' && CONTACT_NAME.test(plain) ? 'contact' : null
}

/** By its kind, and where that says little by its name: a click on WhatsApp is a contact, though Google calls it a click to elsewhere. */
export function isContactByName(action: ConversionAction): boolean {
  const { category } = action
  return MICRO_EVENTS.has(category) && NAMED_KINDS.has(category) && namedAs(action) === 'contact'
}

/**
 * By its kind, and where that says little by its name. An installation is what campaigns for an app are there for, and the way to a shop
 * those of Google's own for local ones.
 */
export function isMicroEvent(action: ConversionAction, snapshot: AccountSnapshot): boolean {
  if (isRejectedLead(action)) return true
  const { category } = action
  const named = NAMED_KINDS.has(category) ? namedAs(action) : null
  if (named) return named === 'step'
  if (!MICRO_EVENTS.has(category)) return false
  const channels = channelsFor(category, snapshot)
  return !snapshot.campaigns.some(
    ({ status, channelType }) => status === 'ENABLED' && channels.includes(channelType),
  )
}

function channelsFor(category: string, snapshot: AccountSnapshot): readonly string[] {
  if (category === 'DOWNLOAD') return ['MULTI_CHANNEL']
  if (category !== 'GET_DIRECTIONS') return []
  // Local campaigns became Performance Max, which is a shop's on the web where it sells.
  const isWebShop = primaryActions(snapshot).some((one) => SALES.has(one.category))
  return ['SMART', 'LOCAL', ...(isWebShop ? [] : ['PERFORMANCE_MAX'])]
}

/** What some accounts are there for. */
const MAY_BE_GOALS: ReadonlySet<string> = new Set(['DOWNLOAD', 'GET_DIRECTIONS'])

/**
 * Of the conversions that are counted, those of steps that are certainly no sale; null where it is not known, or where
 * nothing else is primary, so that nothing says what a sale is. So many visits as take some of them are no sales either way.
 */
export function microEventShare(snapshot: AccountSnapshot): number | null {
  const primaries = primaryActions(snapshot)
  const isMicro = (action: ConversionAction) => isMicroEvent(action, snapshot)
  const days = snapshot.inventory?.conversionDays
  if (primaries.length > 0 && primaries.every(isMicro)) {
    const mayBeGoals = primaries.some(({ category }) => MAY_BE_GOALS.has(category))
    return !mayBeGoals && areTooMany(snapshot) ? 1 : null
  }
  if (!days) return null
  const series = actionSeries(snapshot, days)
  const totalOf = (actions: readonly ConversionAction[]) =>
    actions.reduce((sum, { id }) => sum + (series.get(id)?.total ?? 0), 0)
  const all = totalOf(primaries)
  const steps = primaries.filter((one) => isMicro(one) && !MAY_BE_GOALS.has(one.category))
  return all > 0 ? totalOf(steps) / all : null
}

function areTooMany({ campaigns }: AccountSnapshot): boolean {
  const sumOf = (key: 'clicks' | 'conversionsMicros') =>
    campaigns.reduce((sum, { sums }) => sum + (sums[key] ?? 0), 0)
  const { stepsAreVisits, enoughProbability } = THRESHOLDS
  const [steps, clicks] = [sumOf('conversionsMicros') / MICROS, sumOf('clicks')]
  // More than one of a click each, too.
  const rest = Math.max(0, clicks - steps)
  return 1 - betaCdf(stepsAreVisits.value, steps + 0.5, rest + 0.5) >= enoughProbability.value
}

export const SALES: ReadonlySet<string> = new Set(['PURCHASE', 'SUBSCRIBE_PAID'])

/** Primary actions that should bring amounts: sales where there are any, else all. A newsletter beside them needs none. */
export function valuedActions(snapshot: AccountSnapshot): ConversionAction[] {
  const primaries = primaryActions(snapshot)
  const sales = primaries.filter(({ category }) => SALES.has(category))
  return sales.length > 0 ? sales : primaries
}

/** Contacts: each person counts once. */
export const LEADS: ReadonlySet<string> = new Set([
  'SIGNUP',
  'PHONE_CALL_LEAD',
  'IMPORTED_LEAD',
  'SUBMIT_LEAD_FORM',
  'BOOK_APPOINTMENT',
  'REQUEST_QUOTE',
  'CONTACT',
  'QUALIFIED_LEAD',
  'CONVERTED_LEAD',
])

/** Closed, or told of from where the books are: what comes with them may be what was really paid. */
const PAID_LEADS: ReadonlySet<string> = new Set(['IMPORTED_LEAD', 'CONVERTED_LEAD'])

/** All that is counted is people who ask, beside steps on the way, and nothing that is paid. */
export function areOnlyContacts(snapshot: AccountSnapshot): boolean {
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const kinds = primaryActions(snapshot)
    .filter(
      (action) => !isMicroEvent(action, snapshot) && (series.size === 0 || series.has(action.id)),
    )
    .map((action) => (isContactByName(action) ? 'CONTACT' : action.category))
  return kinds.length > 0 && kinds.every((kind) => LEADS.has(kind) && !PAID_LEADS.has(kind))
}

/** Most conversions are of actions whose value is another one on most days; false where days do not tell. */
export function areOwnValues(snapshot: AccountSnapshot): boolean {
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const counted = primaryActions(snapshot).flatMap(({ id }) => series.get(id) ?? [])
  const total = (of: readonly ActionSeries[]) => of.reduce((sum, own) => sum + own.total, 0)
  return total(counted.filter(isVarying)) > total(counted) / 2
}

/** Points that rank a kind are the same for each of it, but where they were set anew. */
function isVarying({ conversions, valueMicros }: ActionSeries): boolean {
  const each = conversions.flatMap((count, day) => (count > 0 ? [valueMicros[day]! / count] : []))
  const usual = each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0
  const isUsual = (value: number) => Math.abs(value - usual) <= ALIKE * usual
  return each.filter(isUsual).length < each.length / 2
}

/** What Google rounds. */
const ALIKE = 0.02

export type ActionSeries = {
  /** Conversions of each day of the window, 0 where there was none. */
  conversions: number[]
  /** Value of each day, micros. */
  valueMicros: number[]
  total: number
}

/** Daily conversions of each action over the snapshot's window. */
export function actionSeries(
  snapshot: AccountSnapshot,
  rows: readonly ConversionDay[],
): ReadonlyMap<string, ActionSeries> {
  const days = eachDay(snapshot.window.from, snapshot.window.to)
  const position = new Map(days.map((day, i) => [day, i]))
  const series = new Map<string, ActionSeries>()
  for (const { actionId, day, conversionsMicros, valueMicros } of rows) {
    const at = position.get(day)
    if (at === undefined) continue
    const own = series.get(actionId) ?? {
      conversions: days.map(() => 0),
      valueMicros: days.map(() => 0),
      total: 0,
    }
    own.conversions[at]! += conversionsMicros / MICROS
    own.valueMicros[at]! += valueMicros
    own.total += conversionsMicros / MICROS
    series.set(actionId, own)
  }
  return series
}
