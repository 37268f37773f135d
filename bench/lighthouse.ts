import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../tests/find-chromium.ts'
import { fetchPackage } from './fetched-package.ts'
import { median } from './figure.ts'

export type PageAudit = {
  performance: number
  accessibility: number
  bestPractices: number
  lcpMs: number
  blockingMs: number
  layoutShift: number
  /** What was found wanting in accessibility and best practices, by Lighthouse's own names. */
  failed: string[]
}

type Result = {
  lhr: {
    categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
    audits: Record<
      string,
      { score: number | null; scoreDisplayMode: string; numericValue?: number }
    >
  }
}
type Lighthouse = (url: string, flags: object) => Promise<Result | undefined>

const PORT = 9_333

export type Auditor = {
  browser: Browser
  audit: (url: string, runs: number, cookie?: string) => Promise<PageAudit>
}

/** Lighthouse with its simulated phone on this machine's Chromium; undefined where it cannot be had. */
export async function openAuditor(): Promise<Auditor | undefined> {
  const module = await fetchPackage<{ default: Lighthouse }>({
    name: 'lighthouse',
    version: '13.5.0',
    entry: 'core/index.js',
    megabytes: 90,
  })
  if (!module) return undefined
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', `--remote-debugging-port=${PORT}`],
  })
  const audit = async (url: string, runs: number, cookie?: string) => {
    const seen: PageAudit[] = []
    for (let run = 0; run < runs; run++) {
      const result = await module.default(url, {
        port: PORT,
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility', 'best-practices'],
        ...(cookie && { extraHeaders: { Cookie: cookie } }),
      })
      if (result) seen.push(readResult(result))
    }
    return medianOf(seen)
  }
  return { browser, audit }
}

function readResult({ lhr }: Result): PageAudit {
  const score = (name: string) => Math.round(100 * (lhr.categories[name]?.score ?? 0))
  const value = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
  const judged = ['accessibility', 'best-practices'].flatMap(
    (name) => lhr.categories[name]?.auditRefs ?? [],
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    failed: judged.flatMap(({ id }) => {
      const found = lhr.audits[id]
      return found?.score === 0 && found.scoreDisplayMode === 'binary' ? [id] : []
    }),
  }
}

function medianOf(seen: readonly PageAudit[]): PageAudit {
  const of = (figure: (audit: PageAudit) => number) => median(seen.map(figure))
  return {
    performance: of(({ performance }) => performance),
    accessibility: of(({ accessibility }) => accessibility),
    bestPractices: of(({ bestPractices }) => bestPractices),
    lcpMs: of(({ lcpMs }) => lcpMs),
    blockingMs: of(({ blockingMs }) => blockingMs),
    layoutShift: of(({ layoutShift }) => layoutShift),
    failed: [...new Set(seen.flatMap(({ failed }) => failed))],
  }
}
