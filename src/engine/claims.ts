import type { Claim } from './recommendation.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { termIdentity } from './terms.ts'

/** Builders of claims (see Claim for the keys); `costMicros` of the window. */

export const campaignClaim = (campaignId: string, costMicros: number): Claim => ({
  key: campaignId,
  costMicros,
})

export const adGroupClaim = (
  { campaignId, adGroupId }: { campaignId: string; adGroupId: string },
  costMicros: number,
): Claim => ({ key: `${campaignId}/${adGroupId}`, costMicros })

export const keywordClaim = (
  keyword: { campaignId: string; adGroupId: string; criterionId: string },
  costMicros: number,
): Claim => ({
  key: `${keyword.campaignId}/${keyword.adGroupId}/${keyword.criterionId}`,
  costMicros,
})

export const termClaim = (
  row: { campaignId: string; adGroupId: string; criterionId?: string; term: string },
  costMicros: number,
): Claim => ({
  key: `${row.campaignId}/${row.adGroupId}/${row.criterionId ?? ''}/${termIdentity(row.term)}`,
  costMicros,
})

/** A slice of a campaign ('5') or ad group ('5/31') by something else than its keywords. */
export const sliceClaim = (
  container: string,
  dimension: string,
  value: string,
  costMicros: number,
): Claim => ({ key: `${container}/#${dimension}=${value}`, costMicros })

/** What has been claimed so far. */
export type Ledger = {
  /** Cost that nobody has claimed yet of these claims, micros; nothing is booked. */
  free: (claims: readonly Claim[]) => number
  book: (claims: readonly Claim[]) => void
}

type Node = {
  /** Cost of the container, Infinity where unknown. */
  cost: number
  /** Really claimed at or below, overlaps taken off. */
  claimed: number
  /** Claimed by dimension of the next segment: '' the tree of entities, 'own' the container as a whole. */
  by: Map<string, number>
}

/** A ledger that knows the cost of every container that `claims` mention. */
export function ledgerOf(snapshot: AccountSnapshot, claims: readonly Claim[]): Ledger {
  const nodes = nodesOf(snapshot, claims)
  const booked = (claim: Claim, write: boolean): number => {
    const path = pathsOf(claim.key)
    const own = nodes.get(path.at(-1)!)!
    let gross = claim.costMicros * freeShare(own, null)
    if (write) add(own, 'own', claim.costMicros * (1 - shareOf(own, 'own')))
    for (let i = path.length - 2; i >= 0; i--) {
      const node = nodes.get(path[i]!)!
      const dimension = dimensionOf(path[i + 1]!)
      const left = gross * freeShare(node, dimension)
      if (write) add(node, dimension, gross)
      gross = left
    }
    const room = Math.min(...path.map((key) => roomOf(nodes.get(key)!)))
    const net = Math.max(0, Math.min(gross, room))
    if (write) for (const key of path) nodes.get(key)!.claimed += net
    return net
  }
  return {
    free: (some) => total(some.map((claim) => booked(claim, false))),
    book: (some) => {
      for (const claim of some) booked(claim, true)
    },
  }
}

function nodesOf(snapshot: AccountSnapshot, claims: readonly Claim[]): Map<string, Node> {
  const nodes = new Map<string, Node>()
  const leaves = new Map<string, number>()
  for (const { key, costMicros } of claims) {
    leaves.set(key, Math.max(leaves.get(key) ?? 0, costMicros))
    for (const path of pathsOf(key)) {
      if (!nodes.has(path)) nodes.set(path, { cost: 0, claimed: 0, by: new Map() })
    }
  }
  addCosts(snapshot, nodes)
  for (const [key, node] of nodes) {
    const most = leaves.get(key)
    if (most !== undefined) node.cost = Math.max(node.cost, most)
    else if (node.cost === 0) node.cost = Number.POSITIVE_INFINITY
  }
  return nodes
}

/** Campaigns, keywords and queries by their own sums, ad groups by the larger of the two below them. */
function addCosts(snapshot: AccountSnapshot, nodes: ReadonlyMap<string, Node>): void {
  const put = (key: string, costMicros: number) => {
    const node = nodes.get(key)
    if (node) node.cost += costMicros
  }
  const byKeyword = new Map<string, number>()
  const byTerm = new Map<string, number>()
  const grow = (map: Map<string, number>, key: string, cost: number) => {
    if (nodes.has(key)) map.set(key, (map.get(key) ?? 0) + cost)
  }
  for (const { id, sums } of snapshot.campaigns) put(id, sums.costMicros)
  for (const { campaignId, adGroupId, criterionId, sums } of snapshot.keywords) {
    put(`${campaignId}/${adGroupId}/${criterionId}`, sums.costMicros)
    grow(byKeyword, `${campaignId}/${adGroupId}`, sums.costMicros)
  }
  for (const { campaignId, adGroupId, sums } of snapshot.searchTerms) {
    grow(byTerm, `${campaignId}/${adGroupId}`, sums.costMicros)
  }
  for (const [key, node] of nodes) {
    const below = Math.max(byKeyword.get(key) ?? 0, byTerm.get(key) ?? 0)
    if (below > 0) node.cost = below
  }
}

/** '5/31/77/a/b' → '5', '5/31', '5/31/77', '5/31/77/a/b': a query may contain '/'. */
function pathsOf(key: string): string[] {
  const parts = key.split('/')
  const segments = [...parts.slice(0, 3), ...(parts.length > 3 ? [parts.slice(3).join('/')] : [])]
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'))
}

function dimensionOf(path: string): string {
  return path.match(/\/#([^=/]*)=[^/]*$/)?.[1] ?? ''
}

/** Share of a node not yet claimed otherwise than along `dimension` (null: at all). */
function freeShare(node: Node, dimension: string | null): number {
  let share = 1
  for (const other of node.by.keys()) {
    if (other !== dimension) share *= 1 - shareOf(node, other)
  }
  return share
}

function shareOf(node: Node, dimension: string): number {
  const claimed = node.by.get(dimension) ?? 0
  if (claimed <= 0) return 0
  return node.cost > 0 ? Math.min(1, claimed / node.cost) : 1
}

function roomOf(node: Node): number {
  return node.cost - node.claimed
}

function add(node: Node, dimension: string, costMicros: number): void {
  node.by.set(dimension, (node.by.get(dimension) ?? 0) + costMicros)
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
