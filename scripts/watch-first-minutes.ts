// What the recommendations of the demo accounts say in the first minutes of a fresh start, card by card:
//   DATA_DIR=$(mktemp -d) PORT=3900 npm start     (in another terminal)
//   node scripts/watch-first-minutes.ts http://localhost:3900 > first-minutes.md
// A line for each card and a column for each stage of reading: the 80 % range per month and the largest step.
import { setTimeout as sleep } from 'node:timers/promises'
import type { listAccounts } from '../src/features/accounts/contract.ts'
import type {
  getSilence,
  Recommendation,
} from '../src/features/recommendations/contract/recommendations.ts'
import type { ReplyOf } from '../src/shared/endpoint.ts'

const DEMO = { email: 'demo@pujante.test', password: 'demo-pujante-2026' }
const LOOK_EVERY_MS = 2_000
const WATCHED_SECONDS = Number(process.argv[3] ?? 300)
type Account = ReplyOf<typeof listAccounts>[number]
type Silence = ReplyOf<typeof getSilence>

const origin = process.argv[2] ?? 'http://localhost:3000'
const cookie = await logIn()
await watch()

async function logIn(): Promise<string> {
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO),
  })
  if (!reply.ok) throw new Error(`log-in: ${reply.status} ${await reply.text()}`)
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function read<T>(path: string): Promise<T> {
  const reply = await fetch(origin + path, { headers: { cookie } })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return (await reply.json()) as T
}

/** Of a card: what it is about, and what it said at each stage of reading. */
type Told = { label: string; cells: Map<string, Cell> }
type Cell = {
  low: number
  mid: number
  high: number
  kpi: string
  step: number
  /** Its campaign, and what its table is about: campaigns, keywords, search terms. */
  parts: readonly string[]
} | null
type Watched = { stages: Map<string, number>; cards: Map<string, Told> }

async function watch(): Promise<void> {
  const startedAt = Date.now()
  const watched = new Map<string, Watched>()
  while (Date.now() - startedAt < WATCHED_SECONDS * 1000) {
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const accounts = await read<Account[]>('/api/google-accounts')
    const silences = await Promise.all(
      accounts
        .filter(({ accountType }) => accountType === 'STANDARD')
        .map(lookAt(watched, seconds)),
    )
    if (silences.length > 0 && silences.every(isSettled)) break
    await sleep(LOOK_EVERY_MS)
  }
  for (const [account, one] of watched) tell(account, one)
}

function isSettled({ reading, isAnalysing, analysedAt }: Silence): boolean {
  return analysedAt !== null && reading === null && !isAnalysing
}

/** What is said while nothing newer waits to be looked at; a stage is told as it was last. */
function lookAt(watched: Map<string, Watched>, seconds: number) {
  return async ({ accountId, accountName }: Account): Promise<Silence> => {
    const silence = await read<Silence>(`/api/recomendaciones/${accountId}/silencio`)
    const cards = await read<Recommendation[]>(`/api/recomendaciones/${accountId}`)
    const one = watched.get(accountName) ?? { stages: new Map(), cards: new Map() }
    watched.set(accountName, one)
    if (silence.isAnalysing || !silence.analysedAt) return silence
    const stage = silence.reading ? `${silence.reading.daysKnown}` : 'all'
    if (!one.stages.has(stage)) one.stages.set(stage, seconds)
    for (const { cells } of one.cards.values()) cells.delete(stage)
    for (const card of cards) {
      const label = `${card.rule}: ${card.titulo}`.replaceAll('|', '/')
      const told = one.cards.get(card.id) ?? { label, cells: new Map() }
      one.cards.set(card.id, { label, cells: told.cells.set(stage, cellOf(card)) })
    }
    return silence
  }
}

function cellOf({ evidence, campaignId }: Recommendation): Cell {
  const { forecast } = evidence
  if (!forecast) return null
  const { monthlyLowMicros: low, monthlyMidMicros: mid, monthlyHighMicros: high, kpi } = forecast
  return {
    low,
    mid,
    high,
    kpi,
    step: largestStep(evidence),
    parts: [campaignId ?? '', ...partsOf(evidence)],
  }
}

function partsOf({ table }: Recommendation['evidence']): string[] {
  const texts = table.columns.filter(({ unit }) => unit === 'text').map(({ key }) => key)
  return table.rows.map((row) => texts.map((key) => row[key]).join(' · ')).toSorted()
}

/** Of budgets and bids those of the table, of a modifier the figure; 0 where nothing moves by steps. */
function largestStep({ table, figures }: Recommendation['evidence']): number {
  const moved = table.rows.flatMap(({ budget, newBudget, bid, newBid }) => {
    const [before, after] = [Number(budget ?? bid ?? 0), Number(newBudget ?? newBid ?? 0)]
    return before > 0 && after > 0 ? [Math.abs(after / before - 1)] : []
  })
  const figureOf = (wanted: string) => Number(figures.find(({ key }) => key === wanted)?.value ?? 0)
  const isModifier = figures.some(({ label }) => label === 'Cambio de puja')
  const [budget, newBudget] = [figureOf('budget'), figureOf('newBudget')]
  const raised = budget > 0 && newBudget > 0 ? newBudget / budget - 1 : 0
  return Math.max(0, ...moved, raised, isModifier ? figureOf('step') : 0)
}

function tell(account: string, { stages, cards }: Watched): void {
  const names = [...stages.keys()]
  console.log(`\n## ${account}\n`)
  console.log(`| card | ${names.map((one) => `${one} days (${stages.get(one)} s)`).join(' | ')} |`)
  console.log(`| --- |${' --- |'.repeat(names.length)}`)
  for (const { label, cells } of cards.values()) {
    const texts = names.map((name, i) => cellText(cells, name, names.slice(0, i)))
    console.log(`| ${label} | ${texts.join(' | ')} |`)
  }
}

/** `!`: its middle lies outside what was said of the same parts at the stage before. */
function cellText(cells: Told['cells'], name: string, earlier: readonly string[]): string {
  const cell = cells.get(name)
  if (cell === undefined) return '–'
  if (cell === null) return 'no amount'
  const before = cells.get(earlier.at(-1) ?? '')
  const isSame = before && before.parts.join() === cell.parts.join() && before.kpi === cell.kpi
  const isJump = isSame && (cell.mid < before.low || cell.mid > before.high)
  const money = (micros: number) => Math.round(micros / 1_000_000)
  const step = cell.step > 0 ? `, ±${Math.round(cell.step * 100)} %` : ''
  const parts = cell.parts.length > 2 ? ` of ${cell.parts.length - 1}` : ''
  return `${money(cell.low)}…${money(cell.high)} ${cell.kpi}${parts}${step}${isJump ? ' !' : ''}`
}
