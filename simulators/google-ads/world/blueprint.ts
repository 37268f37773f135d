import type { AccountState } from './structure.ts'
import type { Theme } from './themes.ts'
import type { Trade } from './vocabulary/trade.ts'

/** An account as it is built, before its market has a past. */
export type Blueprint = {
  trade: Trade
  /** What the account starts from; campaigns in the order of `trade.campaigns`. */
  state: AccountState
  campaignIds: number[]
  /** Ad group id → theme. */
  themes: Map<number, Theme>
}
