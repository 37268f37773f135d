import type { RuleVerdict } from '#engine/effect/rule-verdict.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Verdict } from '#shared/measured.ts'
import { MEASURED_WORDS } from '#shared/measured-on-wire.ts'
import type { getCalibration } from '../contract/calibration.ts'
import type { AccountResults, getResults, ResultRow } from '../contract/results.ts'

/** One application, and what came of it. */
export type CardResult = Omit<ResultRow, 'verdict'> & { verdict: Verdict | null }

export type OwnResults = Omit<AccountResults, 'rows'> & { rows: CardResult[] }

type Results = ReplyOf<typeof getResults>

export function resultsOnWire({
  accounts,
  ...results
}: Omit<Results, 'accounts'> & { accounts: OwnResults[] }): Results {
  return {
    ...results,
    accounts: accounts.map(({ rows, ...account }) => ({
      ...account,
      rows: rows.map(({ verdict, ...row }) => ({
        ...row,
        verdict: verdict && MEASURED_WORDS[verdict],
      })),
    })),
  }
}

type Calibration = ReplyOf<typeof getCalibration>
type RuleLine = Calibration['rules'][number]

/** How the forecasts of an account came true; `verdicts`: how many of each. */
export type Ledger = Omit<Calibration, 'rules'> & {
  rules: (Omit<RuleLine, 'verdicts' | 'together'> & {
    verdicts: Record<Verdict, number>
    together: RuleVerdict | null
  })[]
}

export function calibrationOnWire({ rules, ...ledger }: Ledger): Calibration {
  return {
    ...ledger,
    rules: rules.map(({ verdicts, together, ...line }) => ({
      ...line,
      together: together && { ...together, verdict: MEASURED_WORDS[together.verdict] },
      verdicts: {
        mejorado: verdicts.improved,
        sin_cambios: verdicts.unchanged,
        empeorado: verdicts.worsened,
        no_concluyente: verdicts.inconclusive,
      },
    })),
  }
}
