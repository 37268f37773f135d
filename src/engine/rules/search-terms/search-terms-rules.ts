import { blockingNegatives } from './blocking-negatives.ts'
import { convertingTerms } from './converting-terms.ts'
import { duplicateSearchTerms } from './duplicate-search-terms.ts'
import { hiddenSearchTerms } from './hidden-search-terms.ts'
import { negativeLists } from './negative-lists.ts'
import { termBreadth } from './term-breadth.ts'
import { wastedNgrams } from './wasted-ngrams.ts'
import { wastedSearchTerms } from './wasted-search-terms.ts'

export const SEARCH_TERM_RULES = [
  wastedSearchTerms,
  wastedNgrams,
  convertingTerms,
  duplicateSearchTerms,
  blockingNegatives,
  negativeLists,
  hiddenSearchTerms,
  termBreadth,
]
