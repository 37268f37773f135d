import type { AccountSnapshot } from './snapshot.ts'
import { succeededActions } from './succeeded-actions.ts'

type ActionDays = AccountSnapshot['actionDays']

export type ActionFacts = Pick<
  AccountSnapshot,
  'window' | 'inventory' | 'actionDays' | 'accountDays' | 'conversionActions'
>

/** Up to yesterday where they are known so far, else over the window. What was counted by an action before another took over is told as that one's. */
export function actionDaysOf(snapshot: ActionFacts): ActionDays {
  const asTold = snapshot.inventory?.conversionDays
  const known = snapshot.actionDays ?? (asTold && { ...snapshot.window, rows: asTold })
  if (!known) return undefined
  const successors = succeededActions(snapshot, known)
  if (successors.size === 0) return known
  const rows = known.rows.map((row) => ({
    ...row,
    actionId: successors.get(row.actionId) ?? row.actionId,
  }))
  return { ...known, rows }
}
