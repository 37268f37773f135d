import { brandMix } from './brand-mix.ts'
import { brandSplit } from './brand-split.ts'
import { broadWithoutSmartBidding } from './broad-without-smart-bidding.ts'
import { dearKeywords } from './dear-keywords.ts'
import { duplicateKeywords } from './duplicate-keywords.ts'
import { fallenAdGroups } from './fallen-ad-groups.ts'
import { idleKeywords } from './idle-keywords.ts'
import { keywordBids } from './keyword-bids.ts'
import { lowQualityScore } from './low-quality-score.ts'
import { matchTypeMix } from './match-type-mix.ts'
import { qualityComponents } from './quality-components.ts'
import { silentKeywords } from './silent-keywords.ts'

export const KEYWORD_RULES = [
  idleKeywords,
  dearKeywords,
  keywordBids,
  duplicateKeywords,
  broadWithoutSmartBidding,
  matchTypeMix,
  lowQualityScore,
  qualityComponents,
  silentKeywords,
  brandMix,
  brandSplit,
  fallenAdGroups,
]
