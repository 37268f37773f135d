// A process that reads an account and analyses it: started by the bench, which gives it the environment.
import { once } from 'node:events'
import { loadSnapshot } from '../src/account-data/snapshot/load-snapshot.ts'
import type { AccountSnapshot } from '../src/engine/account/snapshot.ts'
import { analyseAccount } from '../src/engine/analyse-account.ts'
import { runAnalysis } from '../src/features/recommendations/actions/run-analysis.ts'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'

export type EngineReport = EngineTimes | EngineMemory

export type EngineTimes = {
  kind: 'times'
  keywords: number
  terms: number
  recommendations: number
  readMs: number[]
  analyseMs: number[]
  /** Of one part in `parts` of the campaigns. */
  partMs: number[]
}

/** At most, of the whole process: with the rows read, and after one analysis of them in its thread. */
export type EngineMemory = { kind: 'memory'; rowsMb: number; memoryMb: number }

export type EngineOrder =
  | { kind: 'times'; customerId: number; rounds: number; parts: number }
  | { kind: 'memory'; customerId: number }

const [order] = (await once(process, 'message')) as [EngineOrder]
const { ctx, close } = await openContext(readConfig())
process.send?.(order.kind === 'times' ? await times(order) : await memory(order))
await close()
process.disconnect()

/** As the product does it: read once, analysed once, beside the server in a thread with a copy of the rows. */
async function memory({ customerId }: EngineOrder): Promise<EngineMemory> {
  const snapshot = await loadSnapshot(ctx, customerId)
  if (!snapshot) throw new Error('the account is gone')
  const rowsMb = peakMb()
  await runAnalysis(snapshot)
  return { kind: 'memory', rowsMb, memoryMb: peakMb() }
}

function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024
}

async function times(order: EngineOrder & { kind: 'times' }): Promise<EngineTimes> {
  const { customerId, rounds, parts } = order
  const readMs: number[] = []
  let snapshot: AccountSnapshot | null = null
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    snapshot = await loadSnapshot(ctx, customerId)
    readMs.push(performance.now() - began)
  }
  if (!snapshot) throw new Error('the account is gone')
  const whole = snapshot
  const part = partOf(whole, parts)
  const analyseMs: number[] = []
  const partMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    partMs.push(timed(() => analyseAccount(part)))
    analyseMs.push(timed(() => analyseAccount(whole)))
  }
  return {
    kind: 'times',
    keywords: whole.keywords.length,
    terms: whole.searchTerms.length,
    recommendations: analyseAccount(whole).recommendations.length,
    readMs,
    analyseMs,
    partMs,
  }
}

function partOf(snapshot: AccountSnapshot, parts: number): AccountSnapshot {
  const ids = snapshot.campaigns.map(({ id }) => id).sort()
  const kept = new Set(ids.slice(0, Math.ceil(ids.length / parts)))
  const isKept = ({ campaignId }: { campaignId: string }) => kept.has(campaignId)
  return {
    ...snapshot,
    campaigns: snapshot.campaigns.filter(({ id }) => kept.has(id)),
    adGroups: snapshot.adGroups.filter(isKept),
    keywords: snapshot.keywords.filter(isKept),
    searchTerms: snapshot.searchTerms.filter(isKept),
  }
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
