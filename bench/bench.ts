import type { Figure } from './figure.ts'
import type { GoogleSide } from './google-side.ts'
import type { History } from './history.ts'

/** What benches share; each part is made when the first bench asks for it. */
export type BenchStage = {
  /** More samples. */
  full: boolean
  /** Of the account whose copy is made; undefined: as many as the bench thinks right. */
  rows?: number | undefined
  google: () => Promise<GoogleSide>
  /** A data folder in which the server has just backfilled 400 days, and what was seen meanwhile. */
  history: () => Promise<History>
}

export type Bench = (stage: BenchStage) => Promise<Figure[]>
/** Tells each figure as soon as it has it. */
export type LongBench = (stage: BenchStage) => AsyncGenerator<Figure, void>
