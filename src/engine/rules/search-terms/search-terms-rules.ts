import type { NamedRule } from '../../recommendation.ts'
import { convertingTerms } from './converting-terms.ts'
import { wastedSearchTerms } from './wasted-search-terms.ts'

export const SEARCH_TERM_RULES: readonly NamedRule[] = [
  ['wasted-search-terms', wastedSearchTerms],
  ['converting-terms', convertingTerms],
]
