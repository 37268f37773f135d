import type { NamedRule } from '../../findings/recommendation.ts'
import { brandMix } from './brand-mix.ts'
import { broadWithoutSmartBidding } from './broad-without-smart-bidding.ts'
import { duplicateKeywords } from './duplicate-keywords.ts'
import { idleKeywords } from './idle-keywords.ts'
import { keywordBids } from './keyword-bids.ts'
import { lowQualityScore } from './low-quality-score.ts'
import { matchTypeMix } from './match-type-mix.ts'
import { qualityComponents } from './quality-components.ts'
import { silentKeywords } from './silent-keywords.ts'

export const KEYWORD_RULES: readonly NamedRule[] = [
  ['idle-keywords', idleKeywords],
  ['keyword-bids', keywordBids],
  ['duplicate-keywords', duplicateKeywords],
  ['broad-without-smart-bidding', broadWithoutSmartBidding],
  ['match-type-mix', matchTypeMix],
  ['low-quality-score', lowQualityScore],
  ['quality-components', qualityComponents],
  ['silent-keywords', silentKeywords],
  ['brand-mix', brandMix],
]
