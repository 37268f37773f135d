import Clock from 'lucide-react/icons/clock'
import Contrast from 'lucide-react/icons/contrast'
import Equal from 'lucide-react/icons/equal'
import Minus from 'lucide-react/icons/minus'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import Undo2 from 'lucide-react/icons/undo-2'
import { classes } from '#kit/class-names.ts'
import { TONE_CLASSES } from '#kit/components/badge.tsx'
import type { Kind } from '../contract/result-words.ts'
import { KINDS } from './results-words.ts'

const SIGNS: Record<Kind, typeof Clock> = {
  won: TrendingUp,
  lost: TrendingDown,
  same: Equal,
  open: Contrast,
  measuring: Clock,
  undone: Undo2,
  unmeasured: Minus,
  failed: Minus,
}

/** What came of a change, by its sign and its word: its colour says nothing more. */
export function VerdictBadge({ kind }: { kind: Kind }) {
  const { text, tone } = KINDS[kind]
  const Sign = SIGNS[kind]
  return (
    <span
      className={classes(
        'inline-flex h-5 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONE_CLASSES[tone],
      )}
    >
      <Sign aria-hidden="true" className="size-3.5" />
      {text}
    </span>
  )
}
