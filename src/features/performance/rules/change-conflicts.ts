import { negativeBlocks, negativeSilences } from '#engine/account/matches.ts'
import { termIdentity } from '#engine/account/terms.ts'
import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import type { ChangePreview } from '../contract/changes.ts'
import type { KeywordChange, MatchType } from './keyword-change.ts'

type Conflict = ChangePreview['conflicts'][number]
type Word = { text: string; matchType: MatchType }

/** What is already there, within reach of the change. */
export type Surroundings = {
  /** Keywords that are not removed: of the campaign, with their ad groups. */
  keywords: (Word & { adGroupId: number; adGroupName: string })[]
  /** Negatives that act where the change acts. */
  negatives: (Word & { scope: string; scopeId: number })[]
  biddingStrategyType: string | null
}

const NAMED = 5

export function conflictsOf(change: KeywordChange, around: Surroundings): Conflict[] {
  return change.negative ? negativeConflicts(change, around) : keywordConflicts(change, around)
}

function keywordConflicts(change: KeywordChange, around: Surroundings): Conflict[] {
  const same = around.keywords.filter((keyword) => sameText(keyword, change))
  const here = same.filter((keyword) => keyword.adGroupId === change.scopeId)
  const identical = here.find((keyword) => keyword.matchType === change.matchType)
  const blockers = around.negatives.filter((negative) => negativeSilences(negative, change))
  const conflicts: Conflict[] = []
  if (identical)
    conflicts.push({
      kind: 'same_keyword',
      blocking: true,
      message: 'El grupo de anuncios ya tiene esta palabra clave con la misma concordancia.',
    })
  else if (same.length > 0)
    conflicts.push({
      kind: 'same_keyword',
      blocking: false,
      message: `La campaña ya la tiene: ${list(same.map((one) => `concordancia ${MATCH_TYPES[one.matchType].inSentence} en «${one.adGroupName}»`))}.`,
    })
  if (blockers.length > 0)
    conflicts.push({
      kind: 'blocked_by_negative',
      blocking: false,
      message: `No llegaría a mostrarse: la bloquea ${list(blockers.map(nameOf))}.`,
    })
  if (change.bidMicros !== null && !isManual(around.biddingStrategyType))
    conflicts.push({
      kind: 'bid_unused',
      blocking: false,
      message: 'La estrategia de puja de la campaña es automática: Google no usará esta puja.',
    })
  return conflicts
}

function negativeConflicts(change: KeywordChange, around: Surroundings): Conflict[] {
  const identical = around.negatives.find(
    (negative) =>
      sameText(negative, change) &&
      negative.matchType === change.matchType &&
      negative.scope === change.scope &&
      negative.scopeId === change.scopeId,
  )
  const wider = around.negatives.filter((negative) => negativeBlocks(negative, change.text))
  const blocked = around.keywords.filter(
    (keyword) =>
      (change.scope === 'campaign' || keyword.adGroupId === change.scopeId) &&
      negativeSilences(change, keyword),
  )
  const conflicts: Conflict[] = []
  if (identical)
    conflicts.push({
      kind: 'same_negative',
      blocking: true,
      message: 'Esta palabra clave negativa ya existe aquí.',
    })
  else if (wider.length > 0)
    conflicts.push({
      kind: 'same_negative',
      blocking: false,
      message: `Ya lo bloquea ${list(wider.map(nameOf))}.`,
    })
  if (blocked.length > 0)
    conflicts.push({
      kind: 'blocks_keyword',
      blocking: false,
      // One text may stand there in several match types.
      message: `Dejaría sin mostrarse estas palabras clave: ${list([...new Set(blocked.map(({ text }) => `«${text}»`))])}.`,
    })
  return conflicts
}

function sameText(a: Word, b: Word): boolean {
  return termIdentity(a.text) === termIdentity(b.text)
}

/** Nothing known counts as manual: then a bid does no harm. */
export const isManual = (strategy: string | null) =>
  strategy === null || strategy.startsWith('MANUAL')

function nameOf({ text, matchType }: Word): string {
  return `la negativa «${text}» (${MATCH_TYPES[matchType].inSentence})`
}

function list(names: readonly string[]): string {
  const more = names.length - NAMED
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` y ${more} más` : '')
}
