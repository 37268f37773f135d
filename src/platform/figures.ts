import { Counter, Histogram, type LabelValues, Registry } from 'prom-client'

/** What this process measures where it happens; `/metrics` shows it beside what it reads from the database. */
export const processFigures = new Registry()

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** The engine's time is that of `analyse-account`. */
export const jobSeconds = new Histogram({
  name: 'job_duration_seconds',
  help: 'Jobs by kind, lane and how they ended (done, failed)',
  labelNames: ['kind', 'lane', 'outcome'],
  buckets: SECONDS,
  registers: [processFigures],
})

export const vendorSeconds = new Histogram({
  name: 'vendor_request_duration_seconds',
  help: 'Calls to vendors, by vendor (google-ads, stripe, smtp, llm) and what came: a status of HTTP or SMTP, or none',
  labelNames: ['vendor', 'status'],
  buckets: SECONDS,
  registers: [processFigures],
})

export const schedulerFailures = new Counter({
  name: 'scheduler_step_failures_total',
  help: 'Steps of the scheduler that failed, by step; each is tried again every minute',
  labelNames: ['step'],
  registers: [processFigures],
})

const HISTOGRAMS: Record<'jobSeconds' | 'vendorSeconds', Histogram> = { jobSeconds, vendorSeconds }

export type Observed = {
  figure: keyof typeof HISTOGRAMS
  labels: LabelValues<string>
  value: number
}

/** In a thread: what is measured there is told instead, for the process has one `/metrics`. */
export function tellFigures(tell: (observed: Observed) => void): void {
  // It is always called with labels here.
  for (const figure of ['jobSeconds', 'vendorSeconds'] as const)
    HISTOGRAMS[figure].observe = ((labels: LabelValues<string>, value: number) =>
      tell({ figure, labels, value })) as Histogram['observe']
}

export function hearFigure({ figure, labels, value }: Observed): void {
  HISTOGRAMS[figure].observe(labels, value)
}
