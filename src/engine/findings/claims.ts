import type { AccountSnapshot } from '../account/snapshot.ts'
import { termIdentity } from '../account/terms.ts'
import type { Claim } from './recommendation.ts'

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

/** What has been claimed so far; it takes the very lists that it was made for. */
export type Ledger = {
  /** Cost of these claims that is not claimed yet, micros; nothing is booked. */
  free: (claims: readonly Claim[]) => number
  book: (claims: readonly Claim[]) => void
}

type Node = {
  /** The container it is a part of. */
  parent: Node | null
  /** Of its own segment, '' in the tree of entities. */
  dimension: string
  /** Most of what one claim on all of it says; −1 without any. */
  most: number
  /** Cost of the container, Infinity where unknown. */
  cost: number
  /** Really claimed at or below, overlaps taken off. */
  claimed: number
  /** Claimed by dimension of the next segment: '' the tree of entities, 'own' the container as a whole. */
  by: Map<string, number> | null
}

/** A ledger that knows the cost of every container that the claims mention. */
export function ledgerOf(snapshot: AccountSnapshot, lists: readonly (readonly Claim[])[]): Ledger {
  const nodes = new Map<string, Node>()
  const nodesOf = new Map(lists.map((list) => [list, claimedNodes(nodes, list)]))
  addCosts(snapshot, nodes)
  for (const node of nodes.values()) {
    if (node.most >= 0) node.cost = Math.max(node.cost, node.most)
    else if (node.cost === 0) node.cost = Number.POSITIVE_INFINITY
  }
  const net = (claims: readonly Claim[], write: boolean): number => {
    const own = nodesOf.get(claims)!
    return claims.reduce((sum, { costMicros }, i) => sum + booked(own[i]!, costMicros, write), 0)
  }
  return { free: (claims) => net(claims, false), book: (claims) => void net(claims, true) }
}

/** What is left of a cost at a node once overlaps are taken off. */
function booked(own: Node, costMicros: number, write: boolean): number {
  let gross = costMicros * freeShare(own, null)
  let room = roomOf(own)
  if (write) add(own, 'own', costMicros * (1 - shareOf(own, 'own')))
  let below = own
  for (let node = own.parent; node; node = node.parent) {
    const left = gross * freeShare(node, below.dimension)
    if (write) add(node, below.dimension, gross)
    gross = left
    room = Math.min(room, roomOf(node))
    below = node
  }
  const net = Math.max(0, Math.min(gross, room))
  if (write) for (let node: Node | null = own; node; node = node.parent) node.claimed += net
  return net
}

function claimedNodes(nodes: Map<string, Node>, claims: readonly Claim[]): Node[] {
  return claims.map(({ key, costMicros }) => {
    const node = nodeAt(nodes, key)
    node.most = Math.max(node.most, 0, costMicros)
    return node
  })
}

/** Found or made, with the containers it is in. */
function nodeAt(nodes: Map<string, Node>, path: string): Node {
  const known = nodes.get(path)
  if (known) return known
  const container = containerOf(path)
  const parent = container === null ? null : nodeAt(nodes, container)
  const node = { parent, dimension: dimensionOf(path), most: -1, cost: 0, claimed: 0, by: null }
  nodes.set(path, node)
  return node
}

/** Campaigns, keywords and queries by their own sums, ad groups by the larger of the two below them. */
function addCosts(snapshot: AccountSnapshot, nodes: ReadonlyMap<string, Node>): void {
  const put = (key: string, costMicros = 0) => {
    const node = nodes.get(key)
    if (node) node.cost += costMicros
  }
  const byKeyword = new Map<string, number>()
  const byTerm = new Map<string, number>()
  const grow = (map: Map<string, number>, key: string, cost = 0) => {
    if (nodes.has(key)) map.set(key, (map.get(key) ?? 0) + cost)
  }
  let place = { campaignId: '', adGroupId: '', key: '/' }
  /** Rows of an ad group follow each other. */
  const keyOf = ({ campaignId, adGroupId }: { campaignId: string; adGroupId: string }) => {
    if (place.campaignId !== campaignId || place.adGroupId !== adGroupId) {
      place = { campaignId, adGroupId, key: `${campaignId}/${adGroupId}` }
    }
    return place.key
  }
  for (const { id, sums } of snapshot.campaigns) put(id, sums.costMicros)
  for (const keyword of snapshot.keywords) {
    const key = keyOf(keyword)
    put(`${key}/${keyword.criterionId}`, keyword.sums.costMicros)
    grow(byKeyword, key, keyword.sums.costMicros)
  }
  for (const row of snapshot.searchTerms) grow(byTerm, keyOf(row), row.sums.costMicros)
  for (const [key, node] of nodes) {
    const below = Math.max(byKeyword.get(key) ?? 0, byTerm.get(key) ?? 0)
    if (below > 0) node.cost = below
  }
}

/** '5/31/77/a/b' is in '5/31/77', that in '5/31', that in '5': a query may contain '/'. */
function containerOf(path: string): string | null {
  let end = -1
  for (let depth = 0; depth < 3; depth++) {
    const next = path.indexOf('/', end + 1)
    if (next < 0) break
    end = next
  }
  return end < 0 ? null : path.slice(0, end)
}

function dimensionOf(path: string): string {
  return path.includes('/#') ? (path.match(/\/#([^=/]*)=[^/]*$/)?.[1] ?? '') : ''
}

/** Share of a node not yet claimed otherwise than along `dimension` (null: at all). */
function freeShare(node: Node, dimension: string | null): number {
  let share = 1
  if (!node.by) return share
  for (const other of node.by.keys()) {
    if (other !== dimension) share *= 1 - shareOf(node, other)
  }
  return share
}

function shareOf(node: Node, dimension: string): number {
  const claimed = node.by?.get(dimension) ?? 0
  if (claimed <= 0) return 0
  return node.cost > 0 ? Math.min(1, claimed / node.cost) : 1
}

function roomOf(node: Node): number {
  return node.cost - node.claimed
}

function add(node: Node, dimension: string, costMicros: number): void {
  node.by ??= new Map()
  node.by.set(dimension, (node.by.get(dimension) ?? 0) + costMicros)
}
