// What the recommendations of the demo accounts say in the first minutes of a fresh start, card by card:
//   DATA_DIR=$(mktemp -d) PORT=3900 npm start     (in another terminal)
//   node scripts/watch-first-minutes.ts http://localhost:3900 > first-minutes.md
// A moment is told when an account's cards or known days have changed since the one before.
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
const STOP_WHEN_SETTLED_SECONDS = 40
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

async function watch(): Promise<void> {
  const startedAt = Date.now()
  const told = new Map<string, string>()
  let changedAt = Date.now()
  console.log('| s | account | days | card | window | change | 80 % per month |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  while (Date.now() - startedAt < WATCHED_SECONDS * 1000) {
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const accounts = await read<ReplyOf<typeof listAccounts>>('/api/google-accounts')
    for (const { accountId, accountName } of accounts.filter(isAdvertiser)) {
      const silence = await read<Silence>(`/api/recomendaciones/${accountId}/silencio`)
      const cards = await read<Recommendation[]>(`/api/recomendaciones/${accountId}`)
      const lines = linesOf(silence, cards)
      if (silence.isAnalysing || told.get(accountId) === lines.join()) continue
      told.set(accountId, lines.join())
      changedAt = Date.now()
      for (const line of lines) console.log(`| ${seconds} | ${accountName} | ${line} |`)
    }
    const isSettled = Date.now() - changedAt > STOP_WHEN_SETTLED_SECONDS * 1000
    if (isSettled && told.size > 0) break
    await sleep(LOOK_EVERY_MS)
  }
}

function isAdvertiser({ accountType }: Account): boolean {
  return accountType === 'STANDARD'
}

function linesOf({ reading, analysedAt }: Silence, cards: readonly Recommendation[]): string[] {
  const days = reading ? `${reading.daysKnown} of ${reading.daysWanted}` : 'all'
  if (cards.length === 0) return [`${days} | ${analysedAt ? 'none' : 'not analysed'} | | | `]
  return cards.map(({ rule, titulo, evidence }) => {
    const { window, change, forecast } = evidence
    const steps = change ? `${change.before} → ${change.after}` : ''
    const money = (micros: number) => Math.round(micros / 1_000_000)
    const range = forecast
      ? `${money(forecast.monthlyLowMicros)}…${money(forecast.monthlyHighMicros)} ${forecast.kpi}`
      : ''
    const told = [`${rule}: ${titulo}`, `${window.days}`, steps, range]
    return [days, ...told.map((text) => text.replaceAll('|', '/').replaceAll('\n', ' '))].join(
      ' | ',
    )
  })
}
