import type { NamedRule } from '../../recommendation.ts'
import { idleKeywords } from './idle-keywords.ts'

export const KEYWORD_RULES: readonly NamedRule[] = [['idle-keywords', idleKeywords]]
