// `npm run bench`: measures what was promised and prints it; a miss is printed as missed and is no failure.
//   --json lines for machines · --full more samples · --only=name one bench · --rows=n of data-copy
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { activation } from './activation.ts'
import { analysisReads } from './analysis-reads.ts'
import { analysisScreens } from './analysis-screens.ts'
import { backfillMemory, lag } from './backfill.ts'
import type { Bench, BenchStage, LongBench } from './bench.ts'
import { busyPglite, busyPostgres } from './busy.ts'
import { dataCopy } from './data-copy.ts'
import { demonstration } from './demonstration.ts'
import { engineSpeed } from './engine-speed.ts'
import type { Figure } from './figure.ts'
import { firstBoot } from './first-boot.ts'
import { startGoogleSide } from './google-side.ts'
import { backfillHistory } from './history.ts'
import { httpRatio } from './http-ratio.ts'
import { idle } from './idle.ts'
import { night } from './night.ts'
import { reboot } from './reboot.ts'
import { restating } from './restating.ts'
import { rowPolicies } from './row-policies.ts'
import { soak } from './soak.ts'
import { syncCost } from './sync-cost.ts'
import { syncThroughput } from './sync-throughput.ts'
import { tenants } from './tenants.ts'
import { tick } from './tick.ts'

const BENCHES: Record<string, Bench | LongBench> = {
  'first-boot': firstBoot,
  'sync-throughput': syncThroughput,
  'backfill-memory': backfillMemory,
  lag,
  reboot,
  'http-ratio': httpRatio,
  'analysis-reads': analysisReads,
  'analysis-screens': analysisScreens,
  'engine-speed': engineSpeed,
  idle,
  tick,
  tenants,
  restating,
  night,
  soak,
  'row-policies': rowPolicies,
  'sync-cost': syncCost,
  'data-copy': dataCopy,
  activation,
  demonstration,
  'busy-pglite': busyPglite,
  'busy-postgres': busyPostgres,
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    rows: { type: 'string' },
  },
})
const { json, full, only } = options
const rows = options.rows === undefined ? undefined : Number(options.rows)

if (only !== undefined && !BENCHES[only]) {
  process.stderr.write(`There is no bench ${only}. There are: ${Object.keys(BENCHES).join(', ')}\n`)
  process.exit(1)
}
if (rows !== undefined && !(Number.isInteger(rows) && rows > 0)) {
  process.stderr.write('--rows is a whole number above 0\n')
  process.exit(1)
}
await runAll()

async function runAll(): Promise<void> {
  const google = once(startGoogleSide)
  const history = once(async () => await backfillHistory(await google()))
  const stage: BenchStage = { full, rows, google, history }
  if (!json) print(line(['bench', 'value', 'target', '', 'n']))
  try {
    for (const [name, bench] of Object.entries(BENCHES)) {
      if (only !== undefined && only !== name) continue
      for await (const figure of await bench(stage))
        print(json ? JSON.stringify(figure) : row(figure))
    }
  } finally {
    await (await google.made)?.close()
    const folder = (await history.made?.catch(() => undefined))?.dataDir
    if (folder) rmSync(folder, { recursive: true })
  }
}

type Once<T> = (() => Promise<T>) & { made?: Promise<T> }

/** Made at the first call and kept. */
function once<T>(make: () => Promise<T>): Once<T> {
  const kept: Once<T> = () => {
    kept.made ??= make()
    return kept.made
  }
  return kept
}

function row({ bench, value, target, pass, unit, n }: Figure): string {
  const verdict = pass === null ? '' : pass ? 'pass' : 'MISS'
  return line([
    bench,
    value === null ? 'not measured' : `${value} ${unit}`,
    target === null ? '' : String(target),
    verdict,
    String(n),
  ])
}

function print(text: string): void {
  process.stdout.write(`${text}
`)
}

function line([bench = '', value = '', target = '', verdict = '', n = '']: string[]): string {
  return `${bench.padEnd(48)}${value.padStart(18)}${target.padStart(8)}  ${verdict.padEnd(6)}${n.padStart(9)}`
}
