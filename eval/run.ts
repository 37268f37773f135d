// `npm run eval`: how good the engine is on accounts whose truth is known; a miss is printed as missed and is no
// failure.   --seed N · --held-out · --json lines for machines · --full more accounts · --only=layer
//            --part NAME of a layer that has parts (measurement) · --world NAME of the layer worlds alone · --mobileads FILE: Google's MobileAds experiment (CSV, not part of the project)
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { adcraftLayer } from './adcraft-layer.ts'
import { auctionLayer, closedLoopLayer } from './auction-layer.ts'
import { languageLayer } from './language-layer.ts'
import { MEASUREMENT_PARTS } from './measurement-layer.ts'
import type { Layer, Metric, Parts } from './metric.ts'
import { mobileAdsLayer } from './mobile-ads-layer.ts'
import { networksLayer } from './networks-layer.ts'
import { oddLayer } from './odd-layer.ts'
import { partsAsked } from './parts.ts'
import { plantedLayer } from './planted-layer.ts'
import { returnsLayer } from './returns-layer.ts'
import { smallLayer } from './small-layer.ts'
import { smartLayer } from './smart-layer.ts'
import { summaryOf } from './summary.ts'
import { trackingLayer } from './tracking-layer.ts'
import { watchLayer } from './watch-layer.ts'
import { worldsLayer } from './worlds-layer.ts'

const LAYERS: Record<string, Layer | Parts> = {
  planted: plantedLayer,
  language: languageLayer,
  auction: auctionLayer,
  'closed-loop': closedLoopLayer,
  measurement: MEASUREMENT_PARTS,
  tracking: trackingLayer,
  returns: returnsLayer,
  worlds: worldsLayer,
  small: smallLayer,
  smart: smartLayer,
  networks: networksLayer,
  watch: watchLayer,
  odd: oddLayer,
  'mobile-ads': mobileAdsLayer,
  adcraft: adcraftLayer,
}

/** Far from each other, so that no development account is ever a held-out one. */
const FIRST_SEED = { development: 1, 'held-out': 1_000_001 } as const

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    part: { type: 'string' },
    world: { type: 'string' },
    mobileads: { type: 'string' },
  },
})
const name = options['held-out'] ? 'held-out' : 'development'
const seeds = { name, first: options.seed ? Number(options.seed) : FIRST_SEED[name] } as const

if (options.only !== undefined && !LAYERS[options.only]) {
  process.stderr.write(
    `There is no layer ${options.only}. There are: ${Object.keys(LAYERS).join(', ')}\n`,
  )
  process.exit(1)
}
if (!Number.isSafeInteger(seeds.first)) {
  process.stderr.write('--seed must be a whole number\n')
  process.exit(1)
}
const chosen = partsAsked(LAYERS, options)
if (chosen.length === 0) {
  const parts = Object.keys(LAYERS[options.only ?? 'measurement']!).join(', ')
  process.stderr.write(`There is no part ${options.part}. There are: ${parts || 'none'}\n`)
  process.exit(1)
}
const mobileAds = options.mobileads && readFileSync(options.mobileads, 'utf8')

if (!options.json) print(`Accounts from seed ${seeds.first} (${seeds.name})`)
const all: Metric[] = []
// Each is printed as it ends: on a busy machine the whole takes long.
for (const { name, run } of chosen) {
  const began = performance.now()
  const metrics = await run({ seeds, full: options.full, world: options.world, mobileAds })
  all.push(...metrics)
  for (const metric of metrics) print(options.json ? JSON.stringify(metric) : row(metric))
  if (!options.json) print(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

if (!options.json) {
  for (const { what, asked, seen, isMet } of summaryOf(all))
    print(`${what.padEnd(62)} ${asked.padEnd(8)} ${seen.padEnd(44)} ${isMet ? 'met' : 'MISSED'}`)
}

function row({ metric, value, target, pass }: Metric): string {
  const verdict = pass === null ? '' : pass ? 'pass' : 'MISS'
  return `${metric.padEnd(64)}${String(value).padStart(12)}  ${(target ?? '').padEnd(14)}${verdict}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
