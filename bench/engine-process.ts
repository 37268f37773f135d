// A process that reads an account and analyses it: started by the bench, which gives it the environment.
import { once } from 'node:events'
import { analyseAccount } from '../src/engine/run-engine.ts'
import type { AccountSnapshot } from '../src/engine/snapshot.ts'
import { loadSnapshot } from '../src/features/recommendations/queries/load-snapshot.ts'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'

export type EngineReport = {
  keywords: number
  terms: number
  recommendations: number
  readMs: number[]
  analyseMs: number[]
  /** Of one part in `parts` of the campaigns. */
  partMs: number[]
  /** At most, of the whole process. */
  memoryMb: number
}

type Order = { customerId: number; rounds: number; parts: number }

const [order] = (await once(process, 'message')) as [Order]
const { ctx, close } = await openContext(readConfig())
process.send?.(await measure(order))
await close()
process.disconnect()

async function measure({ customerId, rounds, parts }: Order): Promise<EngineReport> {
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
    keywords: whole.keywords.length,
    terms: whole.searchTerms.length,
    recommendations: analyseAccount(whole).recommendations.length,
    readMs,
    analyseMs,
    partMs,
    memoryMb: process.resourceUsage().maxRSS / 1024,
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
